import { approvalsMessages } from './features/approvals/messages.ts';
import { complianceMessages } from './features/compliance/messages.ts';
import { freezesMessages } from './features/freezes/messages.ts';
import { riskMessages } from './features/risk/messages.ts';
import { rolesMessages } from './features/roles/messages.ts';
import { screeningMessages } from './features/screening/messages.ts';
import { settingsMessages } from './features/settings/messages.ts';
import { staffMessages } from './features/staff/messages.ts';
import { orderDeskMessages } from './features/trading/desk/messages.ts';

/** What only staff can be told; the screens of the desk bring it. */
export const deskMessages = {
  ...approvalsMessages,
  ...orderDeskMessages,
  ...complianceMessages,
  ...freezesMessages,
  ...riskMessages,
  ...rolesMessages,
  ...screeningMessages,
  ...settingsMessages,
  ...staffMessages,
};
