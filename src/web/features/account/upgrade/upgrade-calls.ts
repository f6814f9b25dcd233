import { codesEndpoints } from '#contract/sign-in/codes/codes.ts';
import { upgradeEndpoints } from '#contract/account/upgrade/upgrade.ts';
import type { UpgradePreview } from '#contract/account/upgrade/upgrade.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { notify } from '#web/lib/page/notify.ts';
import { navigate, useRoutePath } from '#web/lib/page/router.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { refusalText } from '#web/lib/api/refusals.ts';
import type { SendCode } from '#web/widgets/codes/code-request.ts';
import { ownerCodes } from '#web/widgets/identity-proof/owner-codes.ts';
import { forgetUpgrade, keepUpgrade, upgradePage, upgradeVisit } from '#web/widgets/upgrade/upgrade-visit.ts';

/** The maximum per call. */
const mostTickets = 6;

/** Sends a code that proves a phone or an email for an upgrade. */
export const sendUpgradeCode: SendCode = (target, validate) => {
  const params = { purpose: 'login' } as const;
  const common = { scene: 'upgrade', validate } as const;
  return target.includes('@')
    ? call(codesEndpoints.sendEmail, { params, body: { email: target, region: '', ...common } })
    : call(codesEndpoints.sendSms, { params, body: { phone: target, ...common } });
};

/** The same for a contact of the signed-in account, which only the server knows in full. */
export const sendOwnUpgradeCode: SendCode = (masked, validate) => ownerCodes('upgrade').send(kindOf(masked))(masked, validate);

/**
 * Proves a phone or an email by its code; keeps the ticket.
 * @throws {RefusalError}
 */
export async function prove(contact: string, code: string) {
  const target = contact.includes('•') ? { own: kindOf(contact) } : contact.includes('@') ? { email: contact } : { phone: contact };
  const found = await call(upgradeEndpoints.findUpgradeAccounts, { body: { ...target, code } });
  keepUpgrade({ tickets: [...upgradeVisit().tickets, found.ticket].slice(-mostTickets) });
  return found;
}

function kindOf(contact: string): 'phone' | 'email' {
  return contact.includes('@') ? 'email' : 'phone';
}

/**
 * The effects of the upgrade, given the choices and proofs so far.
 * @throws {RefusalError} tokenError if a proof has expired
 */
export async function previewUpgrade(): Promise<UpgradePreview> {
  const { legacyId, target, isAlone, tickets } = upgradeVisit();
  // A target that was chosen before is no longer meant.
  const chosen = target === '' || isAlone ? {} : { target };
  const { preview } = await call(upgradeEndpoints.bindLegacyAccount, {
    body: { step: 'preview', legacyId, tickets: [...tickets], ...chosen },
  });
  if (preview === undefined) throw new Error('The answer has no preview.');
  return preview;
}

interface StartAgain {
  /** Restarts if a proof has expired or was used in another tab. False for any other failure. */
  readonly startAgain: (error: unknown) => boolean;
  /** Runs a step, or restarts for that reason. */
  readonly orStartAgain: (step: () => Promise<void>) => Promise<void>;
}

/** Handles a step with void tickets (1022): returns to the search with the typed contact. */
export function useStartAgain(): StartAgain {
  const start = upgradePage('account', useRoutePath());
  function startAgain(error: unknown): boolean {
    if (!isRefusal(error, 'tokenError')) return false;
    notify({ kind: 'warning', text: refusalText(error) });
    const { contact, own } = upgradeVisit();
    forgetUpgrade();
    keepUpgrade({ contact, own });
    navigate(start, { replace: true });
    // Renders the step again, even if it is already the first.
    dispatchEvent(new Event(startedAgain));
    return true;
  }
  return {
    startAgain,
    orStartAgain: async (step) => {
      try {
        await step();
      } catch (error) {
        if (!startAgain(error)) throw error;
      }
    },
  };
}

/** Event for the page of the first step. */
export const startedAgain = 'upgrade-started-again';
