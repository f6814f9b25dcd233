import { clean } from '#contract/rules/clean.ts';
import { emailCodeRules, smsCodeRules } from '#contract/rules/code.ts';
import { emailRules } from '#contract/rules/email.ts';
import { phoneRules } from '#contract/rules/phone.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import type { FieldRules } from '#web/ui/form/field-checks.ts';
import type { RemoteCheck } from '#web/ui/form/remote-check.ts';
import { isOfMask } from '#web/widgets/contacts/of-mask.ts';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import type { ContactKind } from './contact-kinds.ts';

interface NewContactRules {
  readonly contact: FieldRules;
  readonly code: FieldRules;
}

/**
 * Rules for a new phone or email and its code (spec 5).
 * @param current the account's contact, masked, or ''
 */
export function useNewContactRules(kind: ContactKind, current: string): NewContactRules {
  const free = useUniqueness(kind === 'phone' ? remoteRules.phoneFree : remoteRules.emailFree);
  return kind === 'phone'
    ? {
        contact: { rules: phoneRules, normalize: clean.phone, as: 'phone', remote: free },
        code: { rules: smsCodeRules, normalize: clean.code, as: 'smsCode' },
      }
    : {
        contact: { rules: emailRules, normalize: clean.email, as: 'email', remote: exceptCurrent(free, current) },
        code: { rules: emailCodeRules, normalize: clean.code, as: 'emailCode' },
      };
}

/**
 * The account's own contact also "exists", but that is not the right message. Here it is known only masked: for a value
 * that matches the mask, the call that sends the code decides and answers `is_not` for the own contact.
 */
function exceptCurrent(free: RemoteCheck, current: string): RemoteCheck {
  return { ...free, ask: (value) => (current !== '' && isOfMask(value, current) ? Promise.resolve(false) : free.ask(value)) };
}
