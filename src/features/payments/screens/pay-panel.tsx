import type { ComponentType } from 'react';
import { later } from '../../../ui/later.tsx';
import type { PaymentMethod } from '../payment.ts';
import { BankPanel, type PanelProps } from './bank-panel.tsx';
import { CardPanel } from './card-panel.tsx';

const MahoniPanel = later(async () => (await import('./mahoni-panel.tsx')).MahoniPanel);

/** How each way of paying is gone. */
const panels: Readonly<Record<PaymentMethod, ComponentType<PanelProps>>> = {
  bank_transfer: BankPanel,
  card: CardPanel,
  crypto: MahoniPanel,
};

/** What is to be done to pay, by the way that was chosen. */
export function PayPanel(props: PanelProps) {
  const Panel = panels[props.shown.payment.method];
  return <Panel {...props} />;
}
