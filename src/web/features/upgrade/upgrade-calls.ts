import { codesEndpoints } from '#contract/endpoints/codes.ts';
import { upgradeEndpoints } from '#contract/endpoints/upgrade.ts';
import type { UpgradePreview } from '#contract/schemas/upgrade.ts';
import { call } from '#web/lib/api.ts';
import { notify } from '#web/lib/notify.ts';
import { navigate, useRoutePath } from '#web/lib/router.ts';
import { isRefusal } from '#web/lib/refusal-error.ts';
import { refusalText } from '#web/lib/refusals.ts';
import type { SendCode } from '#web/widgets/codes/code-request.ts';
import { forgetUpgrade, keepUpgrade, upgradePage, upgradeVisit } from '#web/widgets/upgrade/upgrade-visit.ts';

/** As many as one call takes. */
const mostTickets = 6;

/** Sends a code that proves a phone or an email for an upgrade. */
export const sendUpgradeCode: SendCode = (target, validate) => {
  const params = { purpose: 'login' } as const;
  const common = { scene: 'upgrade', validate } as const;
  return target.includes('@')
    ? call(codesEndpoints.sendEmail, { params, body: { email: target, ...common } })
    : call(codesEndpoints.sendSms, { params, body: { phone: target, ...common } });
};

/**
 * Proves a phone or an email by its code; the ticket is kept.
 * @throws {RefusalError}
 */
export async function prove(contact: string, code: string) {
  const target = contact.includes('@') ? { email: contact } : { phone: contact };
  const found = await call(upgradeEndpoints.findUpgradeAccounts, { body: { ...target, code } });
  keepUpgrade({ tickets: [...upgradeVisit().tickets, found.ticket].slice(-mostTickets) });
  return found;
}

/**
 * What the upgrade would do, of what has been chosen and proven so far.
 * @throws {RefusalError} tokenError when what was proven is too old
 */
export async function previewUpgrade(): Promise<UpgradePreview> {
  const { legacyId, target, tickets } = upgradeVisit();
  const chosen = target === '' ? {} : { target };
  const { preview } = await call(upgradeEndpoints.bindLegacyAccount, {
    body: { step: 'preview', legacyId, tickets: [...tickets], ...chosen },
  });
  if (preview === undefined) throw new Error('a preview without its content');
  return preview;
}

interface StartAgain {
  /** Begins again where what was proven is too old, or has been used in another tab. False for any other failure. */
  readonly startAgain: (error: unknown) => boolean;
  /** Carries out a step, or begins again for that reason. */
  readonly orStartAgain: (step: () => Promise<void>) => Promise<void>;
}

/** What follows a step whose tickets prove nothing any more (1022): the search, with what was typed there. */
export function useStartAgain(): StartAgain {
  const start = upgradePage('account', useRoutePath());
  function startAgain(error: unknown): boolean {
    if (!isRefusal(error, 'tokenError')) return false;
    notify({ kind: 'warning', text: refusalText(error) });
    const { contact } = upgradeVisit();
    forgetUpgrade();
    keepUpgrade({ contact });
    navigate(start, { replace: true });
    // The step is shown anew, also where it is the first already.
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

/** Told to the page of the first step. */
export const startedAgain = 'upgrade-started-again';
