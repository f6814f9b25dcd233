import { addressFault, addressFaults, type AddressUse } from '#contract/rules/redirect.ts';
import type { Rules } from '#contract/rules/rule.ts';
import type { AppKind } from '#contract/apps/developer/developer.words.ts';
import type { FieldRules } from '#web/ui/form/field-checks.ts';
import { addressWords } from './address-words.ts';

/** The addresses of a list that is one value of a form: a line for each. */
export function linesOf(value: string): readonly string[] {
  return value === '' ? [] : value.split('\n');
}

/** The lines that hold something. */
export function addressesOf(value: string): string[] {
  return linesOf(value).filter((line) => line !== '');
}

/** The origins of this site: an address there is never an app's. */
export function ownOrigins(): readonly string[] {
  return [location.origin];
}

/** The rules of a list of addresses; the list shows which line is wrong. */
export function listRules(use: AddressUse, { kind, isNeeded }: { readonly kind: () => AppKind; readonly isNeeded: boolean }): FieldRules {
  const rules: Rules = [
    { name: 'required', fails: (value) => isNeeded && kind() !== 'device' && addressesOf(value).length === 0 },
    {
      name: 'lines',
      fails: (value) => addressFaults(addressesOf(value), { use, kind: kind(), own: ownOrigins() }).some((fault) => fault !== undefined),
    },
  ];
  return { rules, words: { ...addressWords, lines: 'dc.r.complete' } };
}

/** The rules of the address of a sector; whether it lists all addresses is the server's to say. */
export function sectorRules(kind: AppKind): FieldRules {
  const fits = oneRules('notify', kind);
  const words = { ...fits.words, required: 'dc.o.sectorNeeded', sectorList: 'dc.o.sectorList', sectorFixed: 'dc.o.sectorFixed' } as const;
  return { ...fits, words };
}

/** The rules of one address that may be absent. */
export function oneRules(use: AddressUse, kind: AppKind): FieldRules {
  const names = Object.keys(addressWords).filter((name) => name !== 'required' && name !== 'addressTwice');
  const faultOf = (value: string): string | undefined => (value === '' ? undefined : addressFault(value, { use, kind, own: ownOrigins() }));
  return { rules: names.map((name) => ({ name, fails: (value) => faultOf(value) === name })), words: addressWords };
}
