import { ageColumn, Column, crd } from './crd';
import { Manifest } from '../../lib/component';

const group = 'modelexpress.nvidia.com';
const version = 'v1alpha1';
const labels = { 'app.kubernetes.io/name': 'modelexpress', 'app.kubernetes.io/component': 'crd' };
const modelColumn: Column = { name: 'Model', type: 'string', jsonPath: '.spec.modelName' };

/**
 * The CRDs that ModelExpress v0.4.1 keeps its state in; its chart ships none.
 *
 * @see https://github.com/ai-dynamo/modelexpress/blob/v0.4.1/examples/crds.yaml
 */
export function modelExpressCrds(): Manifest[] {
  return [modelMetadata(), modelCacheEntry()];
}

function modelMetadata(): Manifest {
  return crd({
    group,
    version,
    labels,
    names: { kind: 'ModelMetadata', plural: 'modelmetadatas', singular: 'modelmetadata', shortNames: ['mxmeta', 'mm'] },
    columns: [modelColumn, ageColumn],
    schema: {
      type: 'object',
      description: 'One worker that holds the weights of a model and hands them to other workers.',
      properties: {
        spec: {
          type: 'object',
          description: 'Which model the worker holds.',
          required: ['modelName'],
          properties: {
            modelName: { type: 'string', description: 'Name of the model in full, such as deepseek-ai/DeepSeek-V3.' },
          },
        },
        status: {
          type: 'object',
          description: 'What the worker has published about itself.',
          properties: {
            worker: {
              type: 'object',
              description: 'Where the worker is reached and how far it has come.',
              required: ['workerRank'],
              properties: {
                workerRank: { type: 'integer', description: 'Rank of the worker, counted from 0.' },
                backendType: {
                  type: 'string',
                  description: 'Library that moves the weights: nixl, transfer_engine or none.',
                  enum: ['nixl', 'transfer_engine', 'none'],
                },
                nixlMetadata: { type: 'string', description: 'What NIXL needs to know about its agent here, in base64.' },
                transferEngineSessionId: { type: 'string', description: 'Session of the Mooncake transfer engine, as address:port.' },
                tensorCount: { type: 'integer', description: 'How many tensors the worker offers.' },
                tensorConfigMap: { type: 'string', description: 'Name of the ConfigMap that lists the tensors.' },
                metadataEndpoint: { type: 'string', description: 'Where NIXL listens for peers that ask for its metadata, as host:port.' },
                agentName: { type: 'string', description: 'Name under which peers know the NIXL agent of the worker.' },
                workerGrpcEndpoint: { type: 'string', description: 'Where the worker answers gRPC calls for its list of tensors, as host:port.' },
                status: {
                  type: 'string',
                  description: 'Stage that the worker is in; Unknown until it reports one.',
                  enum: ['Unknown', 'Initializing', 'Ready', 'Stale'],
                  default: 'Unknown',
                },
                updatedAt: { type: 'string', format: 'date-time', description: 'When the worker last reported its status, in RFC 3339.' },
              },
            },
            conditions: {
              type: 'array',
              description: 'Conditions of the worker; Ready is the only one.',
              items: {
                type: 'object',
                description: 'One aspect of the state.',
                required: ['type', 'status'],
                properties: {
                  type: { type: 'string', description: 'The aspect; only Ready is known.', enum: ['Ready'] },
                  status: { type: 'string', description: 'Whether it holds: True, False or Unknown.', enum: ['True', 'False', 'Unknown'] },
                  reason: { type: 'string', description: 'Why, in one word for programs.' },
                  message: { type: 'string', description: 'Why, in a sentence for people.' },
                  lastTransitionTime: { type: 'string', format: 'date-time', description: 'When the status last changed, in RFC 3339.' },
                },
              },
            },
            observedGeneration: { type: 'integer', format: 'int64', description: 'Generation of the object that this status was written for.' },
            publishedAt: { type: 'string', format: 'date-time', description: 'When the worker first published, in RFC 3339.' },
          },
        },
      },
    },
  });
}

function modelCacheEntry(): Manifest {
  return crd({
    group,
    version,
    labels,
    names: { kind: 'ModelCacheEntry', plural: 'modelcacheentries', singular: 'modelcacheentry', shortNames: ['mxcache'] },
    columns: [
      modelColumn,
      { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
      { name: 'LastUsed', type: 'date', jsonPath: '.status.lastUsedAt' },
      ageColumn,
    ],
    schema: {
      type: 'object',
      description: 'One model in the cache of the server, from the start of its download on.',
      properties: {
        spec: {
          type: 'object',
          description: 'Which model is cached and where it came from.',
          required: ['modelName', 'provider'],
          properties: {
            modelName: { type: 'string', description: 'Name of the model in full, such as deepseek-ai/DeepSeek-V3.' },
            provider: { type: 'string', description: 'Hub that the model is downloaded from: HuggingFace or Ngc.', enum: ['HuggingFace', 'Ngc'] },
          },
        },
        status: {
          type: 'object',
          description: 'How the download stands and when the model was wanted.',
          properties: {
            phase: {
              type: 'string',
              description: 'Stage of the download; empty before it starts.',
              enum: ['', 'Downloading', 'Downloaded', 'Error'],
            },
            createdAt: { type: 'string', description: 'When the entry was first written, in RFC 3339.' },
            lastUsedAt: { type: 'string', description: 'When the model was last wanted, in RFC 3339; the longest unused is evicted first.' },
            message: { type: 'string', description: 'Progress or error, in a sentence for people.' },
          },
        },
      },
    },
  });
}
