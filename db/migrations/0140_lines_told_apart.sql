-- Why: the same line of a bank, exported in another way (other columns, other spacing, another number), counted as another
-- line and could be confirmed once more. In which way its statement is written is kept with a line; another that may be
-- the same is found by its day. Where one of them was used, two people agree that they are two (decision 027).
alter table bank_lines add column written text not null default '';
create index bank_lines_of_day on bank_lines (moved_on);
alter table bank_lines drop constraint bank_line_aside_known,
  add constraint bank_line_aside_known
    check (aside in ('debit', 'own_transfer', 'bank_matter', 'bounced', 'recorded', 'same_line'));
alter table proposals drop constraint proposal_kind_known,
  add constraint proposal_kind_known check (kind in ('setting', 'payout', 'return', 'undo', 'kyc', 'role', 'release',
    'rule_set', 'thaw', 'frozen_return', 'split', 'list', 'match', 'two_lines'));
