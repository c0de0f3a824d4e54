export * from './client.ts';
export { type Issue, Refused, type Settings, Unanswered } from './request.ts';
export { type Received, Unverified, verifyWebhook } from './webhooks.ts';
