import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { formatDate, formatDateTime, formatDay } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { groupThousands } from '../../../ui/number-format.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { discountTexts, discountToasts, holdingTexts } from '../customer-messages.ts';
import { getTier, tiers } from '../discount.ts';
import { ProveWallet, StartProof } from '../schema.ts';
import { CodeField } from './promo-code.tsx';
import { connectWallet, findBrowserWallet, signWithWallet } from './sign-with-wallet.ts';
import './discounts.css';

export const meta = () => [{ title: 'Fee discounts - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Own = Awaited<ReturnType<typeof call.discounts.own>>;
type Challenge = Awaited<ReturnType<typeof call.discounts.startProof>>;

function useProven(): () => void {
  const queries = useQueryClient();
  return () => {
    toastSuccess(discountToasts.proven);
    void queries.invalidateQueries({ queryKey: api.discounts.key() });
  };
}

/** Proves the wallet of this browser in one step. */
function BrowserWalletButton({ onProven }: { onProven: () => void }) {
  const [wallet] = useState(findBrowserWallet);
  const start = useCommand(api.discounts.startProof);
  const prove = useCommand(api.discounts.proveWallet, { done: onProven });
  const [isSigning, setSigning] = useState(false);
  if (!wallet) return null;
  const proveInSteps = async () => {
    setSigning(true);
    try {
      const walletAddress = await connectWallet(wallet);
      const { text } = await start.mutateAsync({ walletAddress });
      await prove.mutateAsync({ signature: await signWithWallet(wallet, text) });
    } catch (error) {
      // The commands show their own errors.
      if (error !== start.error && error !== prove.error && !(error as { defined?: boolean }).defined)
        toastError(discountToasts.notSigned);
    } finally {
      setSigning(false);
    }
  };
  return (
    <div className="row">
      <Button busy={isSigning} onClick={() => void proveInSteps()}>
        Sign with my wallet
      </Button>
    </div>
  );
}

function AddressForm({ onStarted }: { onStarted: (challenge: Challenge) => void }) {
  const { field, submit, busy } = useCommandForm(StartProof, api.discounts.startProof, {
    start: { walletAddress: '' },
    done: onStarted,
  });
  return (
    <form className="stack" noValidate aria-label="Prove a wallet" onSubmit={submit}>
      <Field label="Solana wallet address" autoComplete="off" maxLength={120} {...field('walletAddress')} />
      <div className="row">
        <Button type="submit" variant="line" busy={busy}>
          Get the text to sign
        </Button>
      </div>
    </form>
  );
}

function SignatureForm({
  challenge,
  onProven,
  onBack,
}: {
  challenge: Challenge;
  onProven: () => void;
  onBack: () => void;
}) {
  const { field, submit, busy } = useCommandForm(ProveWallet, api.discounts.proveWallet, {
    start: { signature: '' },
    done: onProven,
  });
  return (
    <form className="stack" noValidate aria-label="Sign the text" onSubmit={submit}>
      <p>Sign this text in your wallet before {formatDateTime(challenge.expiresAt)}. Copy it exactly.</p>
      <pre className="code wrap-any">{challenge.text}</pre>
      <CopyButton text={challenge.text} name="the text to sign" withText />
      <Field label="Signature" autoComplete="off" maxLength={100} {...field('signature')} />
      <div className="row">
        <Button type="submit" busy={busy}>
          Prove wallet
        </Button>
        <Button variant="line" onClick={onBack}>
          Use another wallet
        </Button>
      </div>
    </form>
  );
}

function ProofForm() {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const showProven = useProven();
  const handleProven = () => {
    setChallenge(null);
    showProven();
  };
  return (
    <div className="stack">
      <p className="ink-2">
        Signing is free and moves no coins. We never ask for your recovery phrase. On a phone, open this page in the
        browser of your wallet app.
      </p>
      {challenge ? (
        <SignatureForm challenge={challenge} onProven={handleProven} onBack={() => setChallenge(null)} />
      ) : (
        <>
          <BrowserWalletButton onProven={handleProven} />
          <AddressForm onStarted={setChallenge} />
        </>
      )}
    </div>
  );
}

function formatHolding({ wallet, now }: Own): string {
  const check = wallet?.check;
  if (!check) return holdingTexts.waiting;
  const { tier, endsAt, amount, heldSince, checkedAt } = check;
  if (tier && endsAt && endsAt <= now)
    return formatMessage(holdingTexts.ended, { tier: getTier(tier).name, end: formatDateTime(endsAt, { year: true }) });
  return formatMessage(tier ? holdingTexts.tier : holdingTexts.none, {
    day: formatDay(checkedAt, { year: true }),
    amount: groupThousands(amount),
    since: formatDate(heldSince),
  });
}

function OwnTier({ own }: { own: Own }) {
  const { wallet, now } = own;
  const [isChanging, setChanging] = useState(false);
  if (!wallet) return <ProofForm />;
  const { tier = null, endsAt = null } = wallet.check ?? {};
  const isActive = endsAt !== null && endsAt > now;
  return (
    <div className="stack">
      <div>
        <p>
          <b>{tier && isActive ? `${getTier(tier).name} tier` : 'No tier yet'}</b>{' '}
          <Badge kind={isActive ? 'approved' : 'pending'}>
            {isActive ? `Until ${formatDateTime(endsAt, { year: true })}` : 'Wallet proven'}
          </Badge>
        </p>
        <p className="code wrap-any">{wallet.address}</p>
        <p className="ink-2">{formatHolding(own)}</p>
      </div>
      {isChanging ? (
        <ProofForm key={wallet.address} />
      ) : (
        <div className="row">
          <Button variant="line" onClick={() => setChanging(true)}>
            Prove another wallet
          </Button>
        </div>
      )}
    </div>
  );
}

const describeTier = ({ percent, hasCourses }: (typeof tiers)[number]): string =>
  [percent > 0 ? `${percent}% off the fee` : 'No fee discount', hasCourses && 'courses included']
    .filter(Boolean)
    .join(', ');

const TierList = () => (
  <ul className="keyring">
    {tiers.toReversed().map((tier) => (
      <li key={tier.id}>
        <div>
          <b>{tier.name}</b>
          <p className="t-xs ink-2">
            {groupThousands(String(tier.least))} MHI for {tier.days} days or more
          </p>
        </div>
        <span>{describeTier(tier)}</span>
      </li>
    ))}
  </ul>
);

const ActiveDiscounts = ({ discounts }: { discounts: Own['discounts'] }) =>
  discounts.some(({ percent }) => percent > 0) ? (
    <ul className="keyring">
      {discounts.map(({ reason, percent, endsAt }) => (
        <li key={`${reason} ${percent} ${endsAt.getTime()}`}>
          <div>
            <b>{reason}</b>
            <p className="t-xs ink-2 num">Until {formatDateTime(endsAt, { year: true })}</p>
          </div>
          <span className="num">{percent}% off the fee</span>
        </li>
      ))}
    </ul>
  ) : (
    <p className="ink-2">You have no discount yet.</p>
  );

function Discounts() {
  const query = useQuery(api.discounts.own.queryOptions());
  if (!query.data)
    return <QueryPlaceholder query={query} text={discountToasts.failed.text} lines={[60, 100, 90, 70]} />;
  const own = query.data;
  if (!own.isOpen) return <Notice>{discountTexts.closed}</Notice>;
  return (
    <div className="stack">
      <section aria-labelledby="own-discounts">
        <h2 id="own-discounts" className="ruled">
          Your discounts
        </h2>
        <ActiveDiscounts discounts={own.discounts} />
        <p className="t-xs ink-2">{discountTexts.greatest}</p>
      </section>
      <section aria-labelledby="own-code">
        <h2 id="own-code" className="ruled">
          Add a promo code
        </h2>
        <CodeField />
      </section>
      <section aria-labelledby="own-tier">
        <h2 id="own-tier" className="ruled">
          Mahoni tiers
        </h2>
        <TierList />
        <h3>Your wallet</h3>
        <OwnTier own={own} />
      </section>
      <p className="t-xs ink-2">
        Prices of tokens can fall. Read about{' '}
        <Link className="link" to="/coins">
          our tokens
        </Link>{' '}
        before you buy or hold Mahoni.
      </p>
    </div>
  );
}

/** /discounts: tiers, promo codes and proof of a wallet (decision F12). */
export default function DiscountsScreen() {
  if (useViewer().session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap discounts">
      <ScreenHead title="Fee discounts" text="Hold Mahoni or add a promo code to lower the fee of your orders." />
      <Discounts />
    </div>
  );
}
