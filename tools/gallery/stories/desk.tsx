import { useRef } from 'react';
import { ActionBar } from '../../../src/ui/admin/action-bar.tsx';
import { ActionDialog } from '../../../src/ui/admin/action-dialog.tsx';
import { ApprovalPanel } from '../../../src/ui/admin/approval-panel.tsx';
import { DetailBar, DetailPage } from '../../../src/ui/admin/detail-page.tsx';
import { Code, DetailsList, DetailsSection } from '../../../src/ui/admin/details.tsx';
import { DocumentViewer } from '../../../src/ui/admin/document-viewer/viewer.tsx';
import { AdminFrame } from '../../../src/ui/admin/frame.tsx';
import { AdminList, ListBody } from '../../../src/ui/admin/list.tsx';
import { AdminBar } from '../../../src/ui/admin/navigation-bar.tsx';
import { OwnCaseNotice, RoleNotice } from '../../../src/ui/admin/role-notice.tsx';
import { SearchField } from '../../../src/ui/admin/search-field.tsx';
import { PageSection } from '../../../src/ui/admin/section.tsx';
import { queueShortcuts, ShortcutBar, ShortcutDialog } from '../../../src/ui/admin/shortcuts.tsx';
import { KindField, ViewChips } from '../../../src/ui/admin/view-chips.tsx';
import { StatusBadge } from '../../../src/ui/badge.tsx';
import { TextField } from '../../../src/ui/field.tsx';
import { doNothing, longText, type Stories, wallet } from '../story.ts';

type AdminBarProps = Parameters<typeof AdminBar>[0];
const person = { name: "Kerry-Ann O'Brien", roles: ['finance', 'compliance'] } as unknown as AdminBarProps['person'];
const places = ['Orders', 'Payments', 'Customers', 'Identity', 'Compliance', 'Scams', 'Courses', 'Settings'];
const groups = [
  {
    name: 'Work',
    places: places.map((name, at) => ({ to: `/admin/${at}`, name, below: `/admin/${at}/`, waiting: at * 40 })),
  },
];
const query = {
  hasNextPage: true,
  isFetchingNextPage: false,
  fetchNextPage: doNothing,
  error: null,
  refetch: doNothing,
};
const rows = ['Tariq Campbell', longText, 'Ina Brown'].map((name, at) => ({ id: `${at}`, name }));
const columns = [
  { name: 'Customer', of: ({ name }: { name: string }) => name, className: 'wrap-any' },
  { name: 'Status', of: () => <StatusBadge status="pending" /> },
  { name: 'Amount', of: () => 'J$1,250,000.00', right: true as const },
];
const details = [
  ['Amount', 'J$1,250,000.00'],
  ['Wallet', <Code key="wallet" text={wallet} />],
  ['Note', longText],
] as const;
const views = [
  { key: 'open', name: 'Open' },
  { key: 'waiting', name: 'Waiting for the customer' },
  { key: 'done', name: 'Done' },
];
const list = {
  errorText: "We couldn't load the orders.",
  empty: { title: 'No orders', text: 'New ones appear here.' },
};
const file = { name: 'passport.jpg', mime: 'image/svg+xml', bytes: 2_400_000 };
const approval = {
  busy: false,
  onDecide: () => Promise.resolve(true),
  confirmation: { title: 'Approve?', confirmLabel: 'Approve' },
};

function Search() {
  const field = useRef<HTMLInputElement>(null);
  return (
    <SearchField label="Search orders" placeholder="Name or reference" search="" field={field} onSearch={doNothing} />
  );
}

type DetailQuery = Parameters<typeof DetailPage<string>>[0]['query'];
const detail = (data: string | undefined, error: unknown = null) =>
  ({ data, error, refetch: doNothing }) as unknown as DetailQuery;
const detailProps = { back: { to: '/admin', name: 'Orders' }, keys: queueShortcuts, failed: "We couldn't load it." };

export const deskStories: Stories = {
  'Admin: bars': {
    Navigation: <AdminBar person={person} groups={groups} />,
    Detail: <DetailBar back={{ to: '/admin', name: 'Orders' }} onKeys={doNothing} />,
    Actions: (
      <ActionBar
        actions={[
          { name: 'Approve payout', key: 'a', look: 'primary', onPress: doNothing },
          { name: 'Ask the customer', key: 'q', onPress: doNothing },
          { name: 'Refund', onPress: doNothing, busy: true, look: 'bad-line' },
        ]}
      />
    ),
    Shortcuts: <ShortcutBar shortcuts={queueShortcuts} onShowAll={doNothing} />,
  },
  'Admin: filters': {
    Views: <ViewChips views={views} chosen="open" counts={{ open: 12, done: 1_250 }} onChoose={doNothing} />,
    Kind: <KindField kinds={{ buy: 'Buy', sell: 'Sell' }} chosen={null} onChoose={doNothing} />,
    Search: <Search />,
  },
  'Admin: list': {
    Rows: (
      <AdminList
        {...{ ...list, query, rows, columns, total: 1_250, open: doNothing, shortcuts: queueShortcuts }}
        renderBar={() => <Search />}
      />
    ),
  },
  'Admin: list, other states': {
    Empty: (
      <ListBody {...list} query={query} shownCount={0} shortcuts={queueShortcuts} onShowShortcuts={doNothing}>
        {null}
      </ListBody>
    ),
    Failed: (
      <ListBody
        {...{ ...list, query: { ...query, error: new Error('down') }, shownCount: null, shortcuts: [] }}
        onShowShortcuts={doNothing}
      >
        {null}
      </ListBody>
    ),
  },
  'Admin: details': {
    List: <DetailsList details={details} />,
    Frozen: <DetailsList details={details} isFrozen />,
    Section: (
      <>
        <h2 className="part">Payout</h2>
        <DetailsSection title="Order" details={details} />
      </>
    ),
    'Page section': (
      <PageSection id="history" title="History">
        <p>Nothing yet.</p>
      </PageSection>
    ),
  },
  'Admin: detail page': {
    Loaded: (
      <DetailPage query={detail('Order CC-7H2K')} {...detailProps}>
        {(text) => <div className="in">{text}</div>}
      </DetailPage>
    ),
    Failed: (
      <DetailPage query={detail(undefined, new Error('down'))} {...detailProps}>
        {(text) => text}
      </DetailPage>
    ),
  },
  'Admin: approval': {
    'By another person': <ApprovalPanel {...{ ...approval, isProposer: false }}>{null}</ApprovalPanel>,
    'By the proposer': <ApprovalPanel {...{ ...approval, isProposer: true, busy: true }}>{null}</ApprovalPanel>,
  },
  'Admin: dialog of an action': {
    Grave: (
      <ActionDialog
        title="Reject the payment"
        confirmLabel="Reject"
        grave
        busy={false}
        submit={doNothing}
        onClose={doNothing}
      >
        <p className="ink-2">{longText}</p>
        <TextField label="Reason" rows={3} error="Enter a reason" />
      </ActionDialog>
    ),
  },
  'Admin: shortcuts': { Open: <ShortcutDialog open onClose={doNothing} shortcuts={queueShortcuts} /> },
  'Admin: documents': {
    Files: (
      <DocumentViewer
        files={[
          { ...file, fileId: 'passport', title: 'Passport', state: 'clean' },
          { ...file, fileId: 'bill', title: 'Proof of address', state: 'being_checked' },
        ]}
        shown="passport"
        onShow={doNothing}
      />
    ),
  },
  'Admin: refused file': {
    Refused: (
      <DocumentViewer
        files={[{ ...file, fileId: 'bad', title: 'Bill', state: 'refused' }]}
        shown={null}
        onShow={doNothing}
      />
    ),
    'No file': <DocumentViewer files={[]} shown={null} onShow={doNothing} />,
  },
  'Admin: access': {
    Role: <RoleNotice subject="Settings" readers="Finance and admin" />,
    'Own record': <OwnCaseNotice subject="Another person handles it." />,
    'Signed out': <AdminFrame mfaRequiredMessage="Turn on two-step sign-in." bar={() => null} />,
  },
};
