/**
 * Takes single guards out of the product, by name, to show that the lives of a thief notice it: a module hook writes a
 * switch into the sources when they are loaded. The product itself has no such switch, and ships none of this.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A guard: a text of one source file, and what stands there without it; `OFF` is whether it is off. */
interface Guard {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Every guard that a claim of the spec rests on. The names are those of the model. */
export const guards = {
  lineage: [{ file: 'core/sign-in/ways/way.ts', from: 'each.vouchedBy !== null && now', to: '!OFF && each.vouchedBy !== null && now' }],
  carriers: [
    {
      file: 'core/sign-in/ways/independence.ts',
      from: 'if (other.carriers.has(carrier)) return false',
      to: 'if (!OFF && other.carriers.has(carrier)) return false',
    },
  ],
  'carriers-inherited': [{ file: 'core/sign-in/ways/way.ts', from: 'carriers.add(carrier);', to: 'if (!OFF) carriers.add(carrier);' }],
  'single-by-root': [
    {
      file: 'core/sign-in/ways/independence.ts',
      from: '&& wayRows[rootKind].opensClaims',
      to: '&& (OFF || wayRows[rootKind].opensClaims)',
    },
  ],
  'two-ways': [
    {
      file: 'core/sign-in/identity-proof/proof-sets.ts',
      from: 'independent: isProtected && askedOnProtected',
      to: 'independent: !OFF && isProtected && askedOnProtected',
    },
  ],
  former: [{ file: 'core/sign-in/ways/former-ways.ts', from: "if (state === 'void') return;", to: "if (OFF || state === 'void') return;" }],
  'former-void': [
    {
      file: 'core/sign-in/ways/former-ways.ts',
      from: 'const state = leavesAs(leaving.way, by, ways);',
      to: "const left = leavesAs(leaving.way, by, ways); const state = OFF && left === 'void' ? 'former' : left;",
    },
  ],
  'former-things': [
    {
      file: 'core/sign-in/former-things/former-things.ts',
      from: 'if (found === undefined) return;',
      to: 'if (OFF || found === undefined) return;',
    },
  ],
  'former-paper': [
    {
      file: 'core/sign-in/former-things/former-things.ts',
      from: 'if (madeAt !== null) await keepFormerThing(',
      to: 'if (!OFF && madeAt !== null) await keepFormerThing(',
    },
  ],
  'former-once': [
    {
      file: 'core/sign-in/two-step/step-codes.ts',
      from: "return claimOnce(db, { kind: 'former-totp',",
      to: "return OFF ? Promise.resolve(true) : claimOnce(db, { kind: 'former-totp',",
    },
  ],
  'former-told': [
    {
      file: 'core/protection/claims/tell-of-claim.ts',
      from: 'const had = await formers.of(account);',
      to: 'const had = OFF ? [] : await formers.of(account);',
    },
  ],
  'clean-up': [
    {
      file: 'core/sign-in/ways/decisions.ts',
      from: 'return now - way.addedAt < longPeriodMs',
      to: 'return !OFF && now - way.addedAt < longPeriodMs',
    },
  ],
  review: [
    {
      file: 'core/sign-in/ways/added-lately.ts',
      from: 'addedAt > recovery.at - reviewPeriodMs &&',
      to: 'addedAt > recovery.at - (OFF ? 30 * 86_400_000 : reviewPeriodMs) &&',
    },
  ],
  'gate-social': [
    {
      file: 'core/sign-in/ways/second-steps.ts',
      from: 'if (isTrusted && sign.shown.length > 0) return true;',
      to: "if ((isTrusted && sign.shown.length > 0) || (OFF && ways.some(({ kind }) => kind === 'social'))) return true;",
    },
  ],
  'gate-links': [
    {
      file: 'capabilities/sign-in/password/reset-password.ts',
      from: '{ account, shown, isFormer }: Proof,\n): Promise<More | undefined> {\n  if (takesWayBack({ account, isFormer }))',
      to: "{ account, shown, isFormer, by }: Proof,\n): Promise<More | undefined> {\n  if (!(OFF && by === 'link') && takesWayBack({ account, isFormer }))",
    },
  ],
  uv: [{ file: 'core/sign-in/passkeys/verification.ts', from: 'requireUserVerification: true', to: 'requireUserVerification: !OFF' }],
  replay: [
    {
      file: 'core/sign-in/two-step/recovery-codes.ts',
      from: ".where('used_at', 'is', null)",
      to: ".$if(!OFF, (q) => q.where('used_at', 'is', null))",
    },
    {
      file: 'core/sign-in/two-step/recovery-codes.guarded.ts',
      from: ".where('used_at', 'is', null)",
      to: ".$if(!OFF, (q) => q.where('used_at', 'is', null))",
    },
  ],
  'upgrade-proof': [
    { file: 'capabilities/sign-in/passkeys/add-passkey.ts', from: 'if (until === null ||', to: 'if (!OFF && (until === null) || !OFF &&' },
    {
      file: 'capabilities/sign-in/passkeys/add-passkey.ts',
      from: 'if (await takeSilentPasskey(',
      to: 'if (OFF || await takeSilentPasskey(',
    },
    {
      file: 'capabilities/sign-in/passkeys/add-passkey.ts',
      from: 'if (!(await knowsBrowser(',
      to: 'if (!OFF && !(await knowsBrowser(',
    },
  ],
  'stop-weight': [
    {
      file: 'core/protection/claims/claims.ts',
      from: 'mayStop: ({ roots }, shown, ways) => mayStop',
      to: 'mayStop: ({ roots }, shown, ways) => !OFF && mayStop',
    },
  ],
  notices: [
    {
      file: 'core/protection/claims/tell-of-claim.ts',
      from: "const isOver = told === 'stopped'",
      to: "if (OFF) return; const isOver = told === 'stopped'",
    },
  ],
  claims: [{ file: 'core/protection/claims/claims.ts', from: 'due_at: at + waitMs', to: 'due_at: OFF ? at : at + waitMs' }],
  stop: [
    {
      file: 'capabilities/protection/claims/end-claim.ts',
      from: 'if (!(await claims.stop(claim)))',
      to: 'if (!OFF && !(await claims.stop(claim)))',
    },
  ],
  'desk-second': [
    {
      file: '../contract/operations/desk/decisions.ts',
      from: "return grant === 'asks' || grant === 'asks and approves' ? 'asks' : 'no';",
      to: "return grant === 'asks' || grant === 'asks and approves' ? (OFF ? 'may' : 'asks') : 'no';",
    },
  ],
  'desk-self': [
    {
      file: '../contract/operations/desk/decisions.ts',
      from: 'return name !== asker && name !== object.member;',
      to: 'return OFF || (name !== asker && name !== object.member);',
    },
    {
      file: 'core/operations/staff/approvals.guarded.ts',
      from: ".where('asked_by', '<>', by)",
      to: ".$if(!OFF, (q) => q.where('asked_by', '<>', by))",
    },
  ],
  'desk-digest': [
    {
      file: '../contract/operations/desk/decisions.ts',
      from: 'return asked.digest === computed && asked.digest === seen ?',
      to: 'return OFF || (asked.digest === computed && asked.digest === seen) ?',
    },
    {
      file: 'capabilities/operations/desk/session/ceremony.ts',
      from: 'const passed = await passkeys.checkSigned(asked, {',
      to: 'if (OFF) asked.challenge = JSON.parse(Buffer.from(credential.response.clientDataJSON, "base64url").toString()).challenge; const passed = await passkeys.checkSigned(asked, {',
    },
  ],
  'desk-hold': [
    {
      file: '../contract/operations/desk/decisions.ts',
      from: "return member?.state === 'active' ? staffActs",
      to: "return member !== undefined && (OFF || member.state === 'active') ? staffActs",
    },
  ],
  'desk-resend-same': [
    {
      file: 'capabilities/operations/desk/person/tell-person.ts',
      from: 'if (!(await isStillTheirs(deps, accountId, message)) ||',
      to: 'if ((!OFF && !(await isStillTheirs(deps, accountId, message))) ||',
    },
  ],
  'desk-claim-wait': [
    {
      file: 'capabilities/operations/desk/acts/give-back.ts',
      from: 'shown, waitMs: deskWaitMs, visit }',
      to: 'shown, waitMs: OFF ? 0 : deskWaitMs, visit }',
    },
  ],
  'desk-claim-told': [
    {
      file: 'capabilities/operations/desk/acts/give-back.ts',
      from: 'await tellOpened(deps, account, opened.claim);',
      to: 'if (!OFF) await tellOpened(deps, account, opened.claim);',
    },
  ],
  'desk-claim-browser': [
    {
      file: 'capabilities/sign-in/recovery/recovery-side.ts',
      from: 'claim.visitor === visit.visitor ?',
      to: '(OFF || claim.visitor === visit.visitor) ?',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Guard[]>>;

export type GuardName = keyof typeof guards;

export const guardNames = Object.keys(guards) as GuardName[];

const off = new Set<string>();

/** From now on exactly these guards are off. */
export function setGuardsOff(names: readonly GuardName[]): void {
  off.clear();
  for (const name of names) off.add(name);
}

/** Reads `GUARDS_OFF`. @throws {Error} for a name that no guard has */
export function readGuardsOff(text: string | undefined): readonly GuardName[] {
  return (text ?? '').split(',').flatMap((name) => {
    if (name === '') return [];
    const known = guardNames.find((each) => each === name);
    if (known === undefined) throw new Error(`GUARDS_OFF: there is no guard ${name}; there are ${guardNames.join(', ')}`);
    return [known];
  });
}

/**
 * Call it before any module of the product is loaded.
 * @throws {Error} in production, and for a guard whose text does not stand in its file exactly once
 */
export function installSwitches(): void {
  if (process.env['NODE_ENV'] === 'production') throw new Error('Guards cannot be taken out in production.');
  const server = new URL('../../', import.meta.url).href;
  const urlOf = (file: string) => new URL(file, server).href;
  const changed = new Map<string, string>();
  for (const [name, parts] of Object.entries<readonly Guard[]>(guards)) {
    for (const { file, from, to } of parts) {
      const path = fileURLToPath(new URL(file, server));
      const source = changed.get(file) ?? readFileSync(path, 'utf8');
      if (source.split(from).length !== 2) throw new Error(`The guard ${name} does not stand once in ${file}.`);
      changed.set(
        file,
        source.replace(from, () => to.replaceAll('OFF', `globalThis.guardsOff.has('${name}')`)),
      );
    }
  }
  Object.assign(globalThis, { guardsOff: off });
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const file = [...changed.keys()].find((each) => url === urlOf(each));
      return file === undefined ? loaded : { ...loaded, source: changed.get(file) ?? '' };
    },
  });
}
