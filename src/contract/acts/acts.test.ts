import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { actNames, actsIn, answersOf, isOpenIn } from './acts.ts';

const rows = actNames.map((name) => ({ name, ...answersOf(name) }));
const ofAccount = rows.filter(({ caller }) => caller === 'account');
const calls = Object.values(allEndpoints).flatMap((group) => Object.entries<Endpoint>(group));

/** Approved from the same network and told at once, so that an ordinary account shows nothing for it. */
const isNear = ({ onProtected, told }: (typeof rows)[number]) => onProtected === 'step' && !told.startsWith('quiet');

describe('the rows of acts', () => {
  it('without a proof change no way, give nobody a say, let nobody in later, and can be taken back', () => {
    const free = ofAccount.filter(({ proof }) => proof === 'none');
    const holes = free.filter(
      (row) =>
        row.changes !== 'nothing' ||
        (row.gives !== 'nobody' && row.told !== 'appAllowed' && !isNear(row)) ||
        (row.lives === 'longer' && !isNear(row)) ||
        row.undone === 'never',
    );
    expect(holes.map(({ name }) => name)).toEqual([]);
    expect(free.length).toBeGreaterThan(30);
  });

  it('that end others take a proof, but for a freeze and the end of the own session', () => {
    const ending = ofAccount.filter(({ ends, proof }) => ends !== 'nothing' && proof === 'none');
    expect(ending.map(({ name }) => name)).toEqual(['freeze']);
  });

  it('that change a way, copy the account, end it or hand over a live app take two on a protected account', () => {
    const heavy = ofAccount.filter(({ changes }) => changes !== 'nothing').map(({ name }) => name);
    const copies = ['requestExport', 'downloadExport', 'exportForChild', 'consentForChild', 'withdrawForChild', 'inviteSecondGuardian'];
    const ends = ['deleteAccount', 'mergeAccounts', 'keepAdded', 'appSecret', 'appAddresses', 'appTransfer', 'appDelete'];
    const two = ofAccount.filter(({ onProtected }) => onProtected === 'two').map(({ name }) => name as string);
    expect(two.toSorted()).toEqual([...new Set([...heavy, ...copies, ...ends])].toSorted());
  });

  it('that let somebody in for longer take a second step on a protected account, or two', () => {
    const open = ofAccount.filter(({ lives, onProtected }) => lives === 'longer' && onProtected === 'none');
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('that nobody can take back and that give a person a say, or delete, are told to every address', () => {
    const final = rows.filter(({ undone, gives, name }) => undone === 'never' && (gives === 'person' || name === 'deleteAccount'));
    expect(final.map(({ name, told }) => [name, told])).toEqual([
      ['deleteAccount', 'deletionRequested'],
      ['exportForChild', 'guardianCopied'],
    ]);
  });

  it('of others than accounts bring their own proof, and those of accounts never do', () => {
    for (const { name, caller, proof } of rows) expect([name, proof === 'own']).toEqual([name, caller !== 'account']);
  });

  it('are each brought about by a call or an endpoint of the protocol', () => {
    const brought = new Set(calls.flatMap(([, { act = 'asks' }]) => actsIn(act)));
    expect(actNames.filter((name) => !brought.has(name))).toEqual(['useTokens', 'endTokens', 'askDevice']);
  });

  it('of one call agree on the states of an account that they are open in', () => {
    const mixed = calls.filter(([, row]) =>
      (['held', 'child', 'deleting', 'frozen'] as const).some((state) => {
        const each = actsIn(row.act ?? 'asks').map((act) => isOpenIn(state, { act }));
        return new Set(each).size > 1;
      }),
    );
    // A profile is for adults, and the names in it too; the page of a deletion also withdraws it.
    expect(mixed.map(([name]) => name)).toEqual(['updateUserinfo', 'bindByPlatform']);
  });
});
