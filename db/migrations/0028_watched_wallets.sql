-- Why: a customer was told that their wallet is queued for a closer look, and nothing was queued. It is an alert of its own.
alter table transaction_alerts
  drop constraint alert_type_known,
  add constraint alert_type_known check (alert_type in ('high_risk', 'transaction_blocked', 'wallet_blocked',
    'wallet_watched', 'wallet_not_screened', 'name_match', 'account_activity', 'manual'));
