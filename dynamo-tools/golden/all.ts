import { Stack, StackProps } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

export interface TablesProps extends StackProps {
  readonly stage: string;
}

export class TablesStack extends Stack {
  readonly ggCore: dynamodb.TableV2;
  readonly discord: dynamodb.TableV2;
  readonly inviter: dynamodb.TableV2;
  readonly userProfiles: dynamodb.TableV2;
  readonly boards: dynamodb.TableV2;
  readonly boardMemberships: dynamodb.TableV2;
  readonly boardJoinRequests: dynamodb.TableV2;
  readonly availableServices: dynamodb.TableV2;
  readonly boardServiceSettingsTable: dynamodb.TableV2;
  readonly boardServicePermissions: dynamodb.TableV2;
  readonly showcase: dynamodb.TableV2;

  constructor(scope: Construct, id: string, props: TablesProps) {
    super(scope, id, props);
    this.ggCore = new dynamodb.TableV2(this, 'GgCore', {
      tableName: 'gg_core',
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
      timeToLiveAttribute: 'ttl',
      dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      globalSecondaryIndexes: [
        {
          indexName: 'GSI1',
          partitionKey: { name: 'GSI1PK', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'GSI1SK', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
        {
          indexName: 'GSI2',
          partitionKey: { name: 'GSI2PK', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'GSI2SK', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
        {
          indexName: 'GSI3',
          partitionKey: { name: 'GSI3PK', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'GSI3SK', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
      ],
    });
    this.discord = new dynamodb.TableV2(this, 'Discord', {
      tableName: `discord-clone-${props.stage}-DiscordTable`,
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
      timeToLiveAttribute: 'ttl',
      dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      globalSecondaryIndexes: [
        {
          indexName: 'gsi1',
          partitionKey: { name: 'gsi1pk', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'gsi1sk', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
        {
          indexName: 'gsi2',
          partitionKey: { name: 'gsi2pk', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'gsi2sk', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
      ],
    });
    this.inviter = new dynamodb.TableV2(this, 'Inviter', {
      tableName: 'InviterTable',
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
      dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      globalSecondaryIndexes: [
        {
          indexName: 'UserGroupIndex',
          partitionKey: { name: 'gsi1pk', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'gsi1sk', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
        {
          indexName: 'EntityTimeIndex',
          partitionKey: { name: 'gsi1pk', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'startTimestamp', type: dynamodb.AttributeType.NUMBER },
          projectionType: dynamodb.ProjectionType.ALL,
        },
      ],
    });
    this.userProfiles = new dynamodb.TableV2(this, 'UserProfiles', {
      tableName: 'UserProfiles',
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
      globalSecondaryIndexes: [
        {
          indexName: 'userName-index',
          partitionKey: { name: 'userName', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
      ],
    });
    this.boards = new dynamodb.TableV2(this, 'Boards', {
      tableName: 'Boards',
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
      globalSecondaryIndexes: [
        {
          indexName: 'ownerId-index',
          partitionKey: { name: 'ownerId', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
        {
          indexName: 'boardName-index',
          partitionKey: { name: 'boardName', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
      ],
    });
    this.boardMemberships = new dynamodb.TableV2(this, 'BoardMemberships', {
      tableName: 'BoardMemberships',
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
      globalSecondaryIndexes: [
        {
          indexName: 'userId-index',
          partitionKey: { name: 'userId', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
      ],
    });
    this.boardJoinRequests = new dynamodb.TableV2(this, 'BoardJoinRequests', {
      tableName: 'BoardJoinRequests',
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
      timeToLiveAttribute: 'expiresAt',
      globalSecondaryIndexes: [
        {
          indexName: 'userId-index',
          partitionKey: { name: 'userId', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
      ],
    });
    this.availableServices = new dynamodb.TableV2(this, 'AvailableServices', {
      tableName: 'AvailableServices',
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
    });
    this.boardServiceSettingsTable = new dynamodb.TableV2(this, 'BoardServiceSettingsTable', {
      tableName: 'BoardServiceSettings',
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
      dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      globalSecondaryIndexes: [
        {
          indexName: 'GSI1',
          partitionKey: { name: 'GSI1PK', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'GSI1SK', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
        {
          indexName: 'GSI2',
          partitionKey: { name: 'GSI2PK', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'GSI2SK', type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
      ],
    });
    this.boardServicePermissions = new dynamodb.TableV2(this, 'BoardServicePermissions', {
      tableName: 'BoardServicePermissions',
      partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'SK', type: dynamodb.AttributeType.STRING },
      billing: dynamodb.Billing.onDemand(),
    });
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
