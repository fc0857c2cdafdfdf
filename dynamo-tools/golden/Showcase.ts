import { Stack, StackProps } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

export interface TablesProps extends StackProps {
  readonly stage: string;
}

export class TablesStack extends Stack {
  readonly showcase: dynamodb.TableV2;

  constructor(scope: Construct, id: string, props: TablesProps) {
    super(scope, id, props);
    this.showcase = new dynamodb.TableV2(this, 'Showcase', {
      tableName: `${props.stage}-showcase`,
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.provisioned({ readCapacity: dynamodb.Capacity.fixed(7), writeCapacity: dynamodb.Capacity.autoscaled({ minCapacity: 3, maxCapacity: 3 }) }),
      timeToLiveAttribute: 'expires',
      dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      tags: [{ key: 'cost-center', value: '4"2' }, { key: 'team', value: 'parcels' }],
      globalSecondaryIndexes: [
        {
          indexName: 'ByRegion',
          partitionKeys: [{ name: 'tenant', type: dynamodb.AttributeType.STRING }, { name: 'region', type: dynamodb.AttributeType.STRING }],
          sortKeys: [{ name: 'weight', type: dynamodb.AttributeType.NUMBER }, { name: 'GSI1SK', type: dynamodb.AttributeType.STRING }],
          projectionType: dynamodb.ProjectionType.ALL,
          readCapacity: dynamodb.Capacity.fixed(7),
          writeCapacity: dynamodb.Capacity.autoscaled({ minCapacity: 3, maxCapacity: 3 }),
        },
        {
          indexName: 'ByDay',
          partitionKey: { name: 'GSI2PK', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'GSI2SK', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.INCLUDE,
          nonKeyAttributes: ['title', 'weight'],
          readCapacity: dynamodb.Capacity.fixed(9),
          writeCapacity: dynamodb.Capacity.autoscaled({ minCapacity: 4, maxCapacity: 4 }),
        },
        {
          indexName: 'ByState',
          partitionKey: { name: 'GSI3PK', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.KEYS_ONLY,
          readCapacity: dynamodb.Capacity.fixed(7),
          writeCapacity: dynamodb.Capacity.autoscaled({ minCapacity: 3, maxCapacity: 3 }),
        },
      ],
      localSecondaryIndexes: [
        {
          indexName: 'ByWeight',
          sortKey: { name: 'weight', type: dynamodb.AttributeType.NUMBER },
          projectionType: dynamodb.ProjectionType.ALL,
        },
      ],
    });
  }
}
