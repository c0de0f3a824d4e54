import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { Code } from '../../../../ui/admin/details.tsx';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { groupThousands } from '../../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { getTier, tierDays, tiers } from '../../discount.ts';
import { discountPermissions } from '../../permissions.ts';
import { CheckHolding, CreateCode } from '../../schema.ts';
import { discountStaffToasts } from '../../staff-messages.ts';
import '../../../../ui/admin/admin-page.css';

export const meta = () => adminMeta('Discounts');

type List = Awaited<ReturnType<typeof call.discountsDesk.list>>;
type Wallet = List['wallets'][number];
type PromoCode = List['codes'][number];

const tierRules = tiers
  .toReversed()
  .map(({ name, least, days }) => `${name} ${groupThousands(String(least))} MHI for ${days} days`)
  .join(', ');

function CheckForm({ wallet: { userId, address, check }, onDone }: { wallet: Wallet; onDone: () => void }) {
  const { refresh } = useInvalidate(api.discountsDesk.key());
  const { field, submit, busy } = useCommandForm(CheckHolding, api.discountsDesk.checkHolding, {
    start: { userId, address, amount: '', heldSince: check?.heldSince ?? '' },
    done: () => {
      toastSuccess(discountStaffToasts.checked);
      void refresh();
      onDone();
    },
  });
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p>
        Look the wallet up in a Solana explorer: <Code text={address} />
      </p>
      <Field
        label="Mahoni in the wallet"
        suffix="MHI"
        amount
        inputMode="numeric"
        autoComplete="off"
        hint={`Whole coins. ${tierRules}.`}
        {...field('amount')}
      />
      <Field
        label="Held since"
        type="date"
        hint="Since this day the wallet has never held fewer coins than the tier needs."
        {...field('heldSince')}
      />
      <Button type="submit" full busy={busy}>
        Record check
      </Button>
    </form>
  );
}

const formatCheck = ({ check, checker }: Wallet): string =>
  check
    ? `${groupThousands(check.amount)} MHI since ${formatDate(check.heldSince)}, checked ${formatDateTime(check.checkedAt)} by ${checker}`
    : 'Not checked yet';

function WalletRow({ wallet, now, onCheck }: { wallet: Wallet; now: Date; onCheck: () => void }) {
  const { userId, name, address, provenAt, check } = wallet;
  const { roles } = useStaffUser();
  const tier = check?.tier && check.endsAt && check.endsAt > now ? getTier(check.tier) : null;
  return (
    <li>
      <b>
        <Link className="link" to={`/admin/customers/${userId}`}>
          {name}
        </Link>
      </b>
      <span className="wrap-any">
        <Code text={address} />
      </span>
      <span className="ink-2 num">
        Proven {formatDateTime(provenAt)}. {formatCheck(wallet)}
        {tier && check?.endsAt && `, until ${formatDateTime(check.endsAt)}`}
      </span>
      <Badge kind={tier ? 'approved' : 'pending'}>{tier ? tier.name : check ? 'No tier' : 'To check'}</Badge>
      {roleAllows(discountPermissions.checkHolding, roles) && (
        <Button variant="line" size="small" label={`Check the wallet of ${name}`} onClick={onCheck}>
          Check
        </Button>
      )}
    </li>
  );
}

function Wallets({ wallets, now }: Pick<List, 'wallets' | 'now'>) {
  const [checking, setChecking] = useState<Wallet | null>(null);
  return (
    <>
      {wallets.length === 0 ? (
        <p className="ink-2">No customer has proven a wallet yet.</p>
      ) : (
        <ul className="rows">
          {wallets.map((wallet) => (
            <WalletRow key={wallet.userId} wallet={wallet} now={now} onCheck={() => setChecking(wallet)} />
          ))}
        </ul>
      )}
      <Dialog
        open={checking !== null}
        onClose={() => setChecking(null)}
        title={`Check the wallet of ${checking?.name ?? ''}`}
      >
        {checking && <CheckForm wallet={checking} onDone={() => setChecking(null)} />}
      </Dialog>
    </>
  );
}

function CodeForm() {
  const { refresh } = useInvalidate(api.discountsDesk.key());
  const { form, field, submit, busy } = useCommandForm(CreateCode, api.discountsDesk.createCode, {
    start: { code: '', percent: '', reason: '', startsOn: '', endsOn: '', maxUses: '' },
    done: () => {
      form.reset();
      toastSuccess(discountStaffToasts.created);
      void refresh();
    },
  });
  return (
    <form className="stack narrow" noValidate aria-label="New promo code" onSubmit={submit}>
      <Field
        label="Code"
        autoComplete="off"
        maxLength={40}
        hint="Hard to guess: 6 to 20 letters and digits."
        {...field('code')}
      />
      <Field label="Off the fee" suffix="%" inputMode="numeric" autoComplete="off" {...field('percent')} />
      <Field label="Reason" maxLength={60} hint="Customers read it on quote, order and receipt." {...field('reason')} />
      <Field label="First day" type="date" {...field('startsOn')} />
      <Field label="Last day" type="date" hint="Until midnight in Jamaica." {...field('endsOn')} />
      <Field
        label="Orders in all"
        inputMode="numeric"
        autoComplete="off"
        hint="One for each customer."
        {...field('maxUses')}
      />
      <div className="row">
        <Button type="submit" busy={busy}>
          Create code
        </Button>
      </div>
    </form>
  );
}

function CodeRow({ code, now }: { code: PromoCode; now: Date }) {
  const { roles } = useStaffUser();
  const { refresh } = useInvalidate(api.discountsDesk.key());
  const { mutate, isPending } = useCommand(api.discountsDesk.endCode, {
    done: () => toastSuccess(discountStaffToasts.ended),
    after: refresh,
  });
  const isOver = code.endsAt <= now;
  const period = [code.startsAt, code.endsAt].map((at) => formatDateTime(at, { year: true })).join(' to ');
  return (
    <li>
      <b className="code">{code.code}</b>
      <span>
        {code.percent}% off the fee: {code.reason}
      </span>
      <span className="ink-2 num">
        {period}, {code.uses} of {groupThousands(String(code.maxUses))} orders, by {code.author}
        {code.endedBy && `, ended by ${code.endedBy}`}
      </span>
      <Badge kind={isOver ? 'note' : 'approved'}>{isOver ? 'Ended' : code.startsAt > now ? 'Planned' : 'Active'}</Badge>
      {!isOver && roleAllows(discountPermissions.endCode, roles) && (
        <Button
          variant="line"
          size="small"
          busy={isPending}
          label={`End ${code.code}`}
          onClick={() => mutate({ promoCodeId: code.id })}
        >
          End
        </Button>
      )}
    </li>
  );
}

function Discounts() {
  const query = useQuery(api.discountsDesk.list.queryOptions());
  const { roles } = useStaffUser();
  if (!query.data)
    return <QueryPlaceholder query={query} text="We couldn't load the discounts." lines={[40, 90, 90]} />;
  const { isOpen, wallets, codes, now } = query.data;
  return (
    <>
      {!isOpen && (
        <Notice>
          Discounts are off, so all orders pay the standard fee. Two people switch them on in the{' '}
          <Link className="link" to="/admin/settings">
            settings
          </Link>
          .
        </Notice>
      )}
      <PageSection id="discount-wallets" title="Wallets with Mahoni">
        <p className="ink-2">A tier ends {tierDays} days after its check. A new check renews or ends it.</p>
        <Wallets wallets={wallets} now={now} />
      </PageSection>
      <PageSection id="discount-codes" title="Promo codes">
        {codes.length === 0 ? (
          <p className="ink-2">No promo codes yet.</p>
        ) : (
          <ul className="rows">
            {codes.map((code) => (
              <CodeRow key={code.id} code={code} now={now} />
            ))}
          </ul>
        )}
      </PageSection>
      {roleAllows(discountPermissions.createCode, roles) && (
        <PageSection id="discount-new" title="New promo code">
          <CodeForm />
        </PageSection>
      )}
    </>
  );
}

/** /admin/discounts */
export default function DiscountsScreen() {
  const { roles } = useStaffUser();
  return (
    <div className="desk-page">
      <header className="page-head">
        <h1>Discounts</h1>
        <p className="ink-2">Each order uses the greatest discount of its customer and keeps it.</p>
      </header>
      {roleAllows(discountPermissions.read, roles) ? (
        <Discounts />
      ) : (
        <Notice>Your role doesn't give you access to this page. Back office staff can see it.</Notice>
      )}
    </div>
  );
}
