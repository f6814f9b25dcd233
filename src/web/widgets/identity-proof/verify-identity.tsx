import { type SensitiveAction, isRemoval, waits } from '#contract/acts/acts.ts';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { methodsThatDo } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { proofMethods } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { useT, translate } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useAccount, accountKey } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { authenticate, noteProof } from './authenticate.ts';
import { Confirm } from './confirm.tsx';
import { methodRegistry } from './method-registry.tsx';
import { ownPasskey } from './own-passkey.ts';
import { ownerCodes } from './owner-codes.ts';
import { hasLiveProof, methodsOfRefusal, type AvailableMethod, type ProofNeed } from './proof-method.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check } from '#web/ui/marks/icons.ts';
import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { notify } from '#web/lib/page/notify.ts';
import { momentText } from '#web/lib/texts/time-text.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import css from './identity-proof.module.css';

interface VerifyIdentityProps extends ProofNeed {
  /** A promise holds the step until it is settled. */
  readonly onVerified: () => void | Promise<void>;
  /** Replaces the default: to leave the flow. */
  readonly onCancel?: (() => void) | undefined;
}

/**
 * A step of a flow that proves the identity.
 * A proof that is still valid at the start is enough: an action that needs another one asks again (see `withProof`).
 */
export function VerifyIdentity(props: VerifyIdentityProps): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  if (account === undefined) return <AccountPending title={t('vf.h')} />;
  return <VerifyAccount {...props} account={account} />;
}

function VerifyAccount({ account, ...props }: VerifyIdentityProps & { readonly account: AccountView }): ReactNode {
  const t = useT();
  const [isProven] = useState(() => hasLiveProof(account));
  const goOn = useEffectEvent(() => isProven && void props.onVerified());
  useEffect(() => void goOn(), []);
  return isProven ? <AccountPending title={t('vf.h')} /> : <VerifyWith {...props} methods={methodsOf(account, props.action)} />;
}

interface VerifyWithProps extends VerifyIdentityProps {
  readonly methods: readonly AvailableMethod[];
  /** Ways that were shown already, where a second one is needed. */
  readonly shown?: readonly WayKind[];
  /** A wait, instead of the second way. */
  readonly slowly?: Pick<WaitInsteadProps, 'hours' | 'onOpened'> | undefined;
}

/**
 * The same for methods that are already known. The server may know better: a password that a mailbox has set is as weak
 * as the mailbox for a time. Then the methods that it names replace these.
 */
export function VerifyWith({ methods, shown = [], slowly, onVerified, onCancel, ...need }: VerifyWithProps): ReactNode {
  const t = useT();
  const [stronger, setStronger] = useState<readonly AvailableMethod[]>();
  const { action, target, note } = need;
  const lines = [
    action && t('vf.what', { action: t(`vf.to.${action}`) }),
    note,
    stronger && t('vf.weaker'),
    ...shown.map((kind) => <Shown key={kind} kind={kind} />),
  ].filter((line) => line !== undefined);
  return (
    <Confirm
      key={stronger?.map(({ method }) => method).join()}
      title={t(shown.length > 0 ? 'vf.more' : 'vf.h')}
      lead={lines.length > 0 ? lines.map((line, index) => [index > 0 && <br key={index} />, line]) : undefined}
      methods={stronger ?? methods}
      codes={ownerCodes('verify')}
      beginPasskey={ownPasskey({ action, target })}
      Frame={FlowStep}
      prove={async (given) => {
        try {
          await authenticate(given, { action, target });
        } catch (error) {
          if (!isRefusal(error, 'verificationNeeded')) throw error;
          setStronger(methodsOfRefusal(error));
          return;
        }
        await onVerified();
      }}
      onCancel={onCancel}
      {...(slowly && { last: <WaitInstead need={need} {...slowly} /> })}
    />
  );
}

/** A way that was shown, as a line. */
function Shown({ kind }: { readonly kind: WayKind }): ReactNode {
  const t = useT();
  return (
    <span className={css['shown']}>
      <Icon of={check} size={16} /> {t(`way.${kind}`)}
    </span>
  );
}

/** The methods of an account that are strong enough for an action. */
function methodsOf(account: AccountView, action: SensitiveAction | undefined): readonly AvailableMethod[] {
  const has = proofMethods.flatMap((method) => {
    const target = methodRegistry[method].target(account);
    return target === undefined ? [] : [{ method, target }];
  });
  if (action === undefined) return has;
  const enough = methodsThatDo(
    action,
    has.map(({ method }) => method),
  );
  return has.filter(({ method }) => enough.includes(method));
}

interface WaitInsteadProps {
  readonly need: ProofNeed;
  readonly hours: number;
  readonly onOpened: () => void;
}

/** Where no second way can be shown: the act waits, every phone and email of the account is told, and any page stops it. */
function WaitInstead({ need: { action, target, going, onWaits }, hours, onOpened }: WaitInsteadProps): ReactNode {
  const t = useT();
  const [due] = useState(() => new Date(Date.now() + hours * 3_600_000).toISOString());
  const [busy, act] = useAct();
  if (action === undefined || !waits(action)) return null;
  const what = target ?? going;
  const open = async (): Promise<void> => {
    const body = { action, ...(what === undefined ? {} : { target: what }) };
    const { dueAt } = await call(claimsEndpoints.openWait, { body });
    noteProof(null);
    notify({ kind: 'success', text: translate(isRemoval(action) ? 'vf.waits' : 'vf.waitsForYou', { date: momentText(dueAt) }) });
    void accountCache.invalidateQueries({ queryKey: accountKey });
    onOpened();
    onWaits?.();
  };
  const start = (): void => {
    if (busy) return;
    void act(() => open());
  };
  return (
    <p className={css['help']}>
      {t(isRemoval(action) ? 'vf.slow' : 'vf.slowForYou', { date: momentText(due) })}{' '}
      <LinkButton onClick={start}>{t('vf.slowBtn')}</LinkButton>
    </p>
  );
}
