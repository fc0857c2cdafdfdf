// Validates the golden files of the exports with the formats' own tools: HCL, the CDK, Mermaid, OneTable.
// Usage: node check.mjs GOLDEN BUILD, where BUILD holds the stacks of the CDK as tsc compiled them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [golden, build] = process.argv.slice(2).map((folder) => path.resolve(folder));
// The packages are installed where CI keeps its tools, not next to this file.
const require = createRequire(path.join(build, '..', 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const files = (end) => fs.readdirSync(golden).filter((name) => name.endsWith(end)).sort();
const text = (name) => fs.readFileSync(path.join(golden, name), 'utf8');
const json = (name) => JSON.parse(text(name));
const table = (name) => name.split('.')[0];
let checked = 0;

// Terraform: it parses, and says what the request for the table says.
const { parse } = require('@cdktf/hcl2json');
for (const name of files('.tf')) {
  const parsed = await parse(name, text(name));
  const resources = Object.values(parsed.resource.aws_dynamodb_table).map(([resource]) => resource);
  if (table(name) !== 'all') {
    const [resource] = resources;
    const request = json(`${table(name)}.create-table.json`);
    const keys = (schema) => schema.map((key) => [key.attribute_name ?? key.AttributeName, key.key_type ?? key.KeyType]);
    const indexes = (resource.global_secondary_index ?? []).map((index) => [index.name, keys(index.key_schema), index.projection_type]);
    const wanted = (request.GlobalSecondaryIndexes ?? []).map((index) => [index.IndexName, keys(index.KeySchema), index.Projection.ProjectionType]);
    assert.deepEqual(indexes, wanted, name);
    assert.deepEqual(
      resource.attribute.map((is) => [is.name, is.type]),
      request.AttributeDefinitions.map((is) => [is.AttributeName, is.AttributeType]),
      name,
    );
    assert.equal(resource.billing_mode, request.BillingMode, name);
  }
  checked += 1;
}

// The CDK: each stack is synthesised, and makes the global tables that the CloudFormation export has.
const cdk = require('aws-cdk-lib');
for (const name of files('.ts')) {
  const { TablesStack } = require(path.join(build, name.replace(/\.ts$/, '.js')));
  const app = new cdk.App();
  const stack = new TablesStack(app, 'Tables', { stage: 'dev' });
  const template = app.synth().getStackByName(stack.stackName).template;
  const made = Object.entries(template.Resources).filter(([, resource]) => resource.Type === 'AWS::DynamoDB::GlobalTable');
  const wanted = json(`${table(name)}.global-table.json`).Resources;
  assert.equal(made.length, Object.keys(wanted).length, name);
  const facts = ({ Properties: is }) => ({
    key: is.KeySchema,
    attributes: [...is.AttributeDefinitions].sort((a, b) => (a.AttributeName < b.AttributeName ? -1 : 1)),
    global: (is.GlobalSecondaryIndexes ?? []).map((index) => [index.IndexName, index.KeySchema, index.Projection]),
    local: (is.LocalSecondaryIndexes ?? []).map((index) => [index.IndexName, index.KeySchema, index.Projection]),
    billing: is.BillingMode,
    ttl: is.TimeToLiveSpecification,
    stream: is.StreamSpecification,
    tags: is.Replicas[0].Tags,
    protected: is.Replicas[0].DeletionProtectionEnabled,
    recovery: is.Replicas[0].PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled,
  });
  // The CDK adds eight digits to an id.
  made.forEach(([id, resource]) => assert.deepEqual(facts(resource), facts(wanted[id.slice(0, -8)]), name));
  checked += 1;
}

// Mermaid: its parser takes the diagrams.
const { JSDOM } = require('jsdom');
const { window } = new JSDOM('');
Object.assign(globalThis, { window, document: window.document });
const { default: mermaid } = await load('mermaid');
for (const name of files('.mmd')) {
  const diagram = await mermaid.parse(text(name));
  assert.equal(diagram.diagramType, 'er', name);
  checked += 1;
}

// OneTable: it takes the schemas, and makes the keys that this framework makes.
const { Table } = require('dynamodb-onetable');
const { Dynamo } = require('dynamodb-onetable/Dynamo');
const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
// Nothing is sent.
const client = new Dynamo({ client: new DynamoDBClient({ region: 'us-east-1' }) });
for (const name of files('.onetable.json')) {
  const schema = json(name);
  const made = new Table({ name: 'any', client, schema, partial: true, logger: false });
  const samples = json(`${table(name)}.workbench.json`).DataModel[0];
  for (const facet of samples.TableFacets) {
    const item = plain(facet.TableData[0]);
    const tag = Object.keys(schema.models).find((model) => model === item[schema.params.typeField] || model === facet.FacetName);
    const model = made.getModel(tag);
    const given = Object.fromEntries(Object.entries(item).filter(([field]) => schema.models[tag][field]?.value === undefined));
    // A field that stands in the key alone has no attribute in the sample.
    const unknown = Object.keys(schema.models[tag]).filter((field) => schema.models[tag][field].required && !(field in item));
    unknown.forEach((field) => (given[field] = schema.models[tag][field].type === 'number' ? 1 : 'x'));
    const command = await model.create(given, { execute: false, exists: null, log: false });
    for (const key of Object.values(schema.indexes.primary)) {
      const template = schema.models[tag][key]?.value;
      if (template !== undefined && !unknown.some((field) => template.includes(`\${${field}`))) {
        assert.equal(Object.values(command.Item[key])[0], item[key], `${name}: ${tag}.${key}`);
      }
    }
  }
  checked += 1;
}

// DynamoDB's JSON as plain values.
function plain(item) {
  const value = ([type, is]) => (type === 'N' ? Number(is) : type === 'M' ? plain(is) : is);
  return Object.fromEntries(Object.entries(item).map(([name, is]) => [name, value(Object.entries(is)[0])]));
}

console.log(`${checked} files are valid`);
