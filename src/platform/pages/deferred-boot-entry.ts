import { startDeferredBoot } from './deferred-boot.ts';

startDeferredBoot(document.currentScript as HTMLScriptElement);
