import type { ReactNode } from 'react';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { RecoveryMethod } from '#contract/protection/claims/claims.words.ts';
import { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import type { RecoveryState } from '#contract/sign-in/recovery/recovery.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { Confirm } from './confirm.tsx';
import { codesOf } from './owner-codes.ts';
import type { ProofRequest } from './proof-request.ts';

interface Offer {
  readonly method: RecoveryMethod;
  readonly target: string;
  readonly former?: boolean;
}

interface OneMoreProps extends Pick<ProofRequest, 'onRefusal'> {
  readonly ticket: string;
  readonly methods: readonly Offer[];
  readonly lead?: string;
  readonly onShown: (state: RecoveryState) => void;
  /** The link below the other ways. */
  readonly last: { readonly label: string; readonly onPress: () => void };
}

/** One more way of an account, which joins those of the ticket of a recovery. */
export function OneMore({ ticket, methods, lead, onShown, last, onRefusal }: OneMoreProps): ReactNode {
  const t = useT();
  const prove = async (
    method: RecoveryMethod,
    given: { readonly code?: string; readonly password?: string; readonly credential?: PasskeyAssertion } = {},
  ) => {
    const former = methods.find((each) => each.method === method)?.former ?? false;
    const next = await call(recoveryEndpoints.proveRecovery, { body: { ticket, former, ...given, method } });
    if ('cd' in next) return next;
    onShown(next);
    return { cd: 0 };
  };
  return (
    <Confirm
      title={t('vf.more')}
      lead={lead}
      methods={methods}
      codes={codesOf((channel) => () => prove(channel))}
      beginPasskey={() => call(passkeysEndpoints.beginPasskey, { body: { purpose: 'recover', ticket } })}
      Frame={FlowStep}
      prove={async (given) => void (await prove(given.method, given))}
      {...(onRefusal && { onRefusal })}
      last={
        <p>
          <LinkButton onClick={last.onPress}>{last.label}</LinkButton>
        </p>
      }
    />
  );
}
