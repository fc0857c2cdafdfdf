"""Validates the JSON Schemas of items: against the meta-schema, and with the sample items of the NoSQL Workbench models.

Usage: check.py GOLDEN
"""

import json
import pathlib
import sys

import jsonschema


def plain(item):
    def value(typed):
        ((kind, content),) = typed.items()
        if kind == "N":
            return float(content)
        if kind == "M":
            return plain(content)
        if kind == "NULL":
            return None
        return content

    return {name: value(typed) for name, typed in item.items()}


def main(golden):
    checked = 0
    for path in sorted(golden.glob("*.items.json")):
        schema = json.loads(path.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        table = path.name.removesuffix(".items.json")
        model = json.loads((golden / f"{table}.workbench.json").read_text())
        assert model["ModelMetadata"]["Version"] == "3.0", table
        for facet in model["DataModel"][0]["TableFacets"]:
            for item in facet["TableData"]:
                validator.validate(plain(item))
                # An item is of one entity, and without its key of none.
                broken = plain(item)
                del broken[model["DataModel"][0]["KeyAttributes"]["PartitionKey"]["AttributeName"]]
                assert not validator.is_valid(broken), (table, facet["FacetName"])
                checked += 1
    print(f"{checked} items are valid")


main(pathlib.Path(sys.argv[1]))
