import { createApiKey, listKeys, revokeKey, rotateKey } from './keys/keys.ts';
import {
  addWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  resumeWebhook,
  rotateWebhook,
} from './webhooks/webhooks.ts';

export const programsApi = {
  keys: listKeys,
  createKey: createApiKey,
  rotateKey,
  revokeKey,
  webhooks: listWebhooks,
  addWebhook,
  rotateWebhook,
  resumeWebhook,
  removeWebhook,
  deliveries: listDeliveries,
  replayDelivery,
};
