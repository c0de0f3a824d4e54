import { endKey, listKeys, makeKey, rotateKey } from './keys/keys.ts';
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
  makeKey,
  rotateKey,
  endKey,
  webhooks: listWebhooks,
  addWebhook,
  rotateWebhook,
  resumeWebhook,
  removeWebhook,
  deliveries: listDeliveries,
  replayDelivery,
};
