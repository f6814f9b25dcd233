import { limits } from '#contract/limits.ts';
import type { TrialView } from '#contract/apps/developer/developer.schemas.ts';
import { takeTryAnswer } from '#server/core/apps/developer/trials.guarded.ts';
import type { TrialRow, Trials } from '#server/core/apps/developer/trials.repository.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { textOf } from '#server/platform/outbound/loose-json.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { newId, newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { countUse, recordAct, requireOwnApp, requireState, type Developer, type DeveloperDeps } from '../developer.ts';
import {
  askDeviceCode,
  challengeOf,
  exchange,
  newDpopKey,
  pushRequest,
  readIdToken,
  readUserInfo,
  revokeToken,
  tryAddress,
  type Dispatch,
  type RunKeys,
  type TryProtocol,
} from './try-protocol.ts';
import { emptySteps, failedStep, row, step, tryView, withSteps, type TryOptions, type TryRecord } from '../trial.ts';

export interface TryDeps {
  readonly runs: Trials;
  /** Requests to our own provider. */
  readonly dispatch: Dispatch;
  readonly claimsOfScopes: TryProtocol['claimsOfScopes'];
}

type Deps = DeveloperDeps & TryDeps;

/** A developer in the browser that began a run. */
export interface Trying extends Developer {
  readonly origin: Developer['origin'] & Pick<Visit, 'visitor'>;
}

const lifeMs = limits.trialMinutes * minute;
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * Begins a trial: the code flow of this app with the developer's own account. Its secret is only of this run, and ends
 * with it.
 * @throws {Refusal} notFound, appStateRefuses, tooFrequent; changedElsewhere with `data.run` while another run is open
 */
export async function startTry(
  deps: Deps,
  developer: Trying,
  { id, options: { replace, ...options } }: { readonly id: string; readonly options: TryOptions & { readonly replace: boolean } },
): Promise<TrialView> {
  const { store, apps, runs } = deps;
  const { accountId } = developer.session;
  const app = await requireOwnApp(deps, developer.session, id);
  requireState(app);
  const at = store.clock.now();
  for (const other of await runs.live({ accountId, at })) {
    if (!replace && other.answered_at === null) throw new Refusal('changedElsewhere', { reason: 'a trial runs', data: { run: other.id } });
    await endRun(deps, other);
  }
  await countUse(deps, developer, { of: 'tries', limit: limits.trialsPerHour, windowMs: hour });
  const { client } = app;
  const state = newToken();
  const secret = client.kind === 'web' ? newToken() : '';
  const dpopKey = options.dpop || client.dpop ? await newDpopKey() : null;
  const record = await begun(deps, developer, { options, state, keys: { client, secret, dpopKey } });
  const run: TrialRow = {
    id: newId(),
    client_id: id,
    account_id: accountId,
    visitor: developer.origin.visitor,
    state_hash: sha256(state),
    sealed: '',
    answered_at: null,
    expires_at: at + lifeMs,
  };
  await store.db.tx(async () => {
    const secretId =
      secret === '' ? '' : await apps.clients.secrets.add({ clientId: id, kind: 'trial', secret, at, endsAt: run.expires_at });
    await runs.add({ ...run, sealed: seal(deps, { ...record, secretId }) });
    await recordAct(deps, developer, { event: 'developer.tried', client: id });
  });
  // After the run is written: the provider takes the address of a trial only for a live run.
  const isPushed = client.kind !== 'device' && (options.par || client.profile === 'fapi2');
  const kept = (await runs.find({ id: run.id, accountId, visitor: run.visitor, at })) ?? run;
  const now = unseal(deps, kept);
  return isPushed ? keep(deps, run, await pushed(deps, developer, { record: now, client })) : tryView(run, now);
}

/** The first step: where the browser goes. */
async function begun(
  deps: Deps,
  developer: Trying,
  { options, state, keys }: { readonly options: TryOptions; readonly state: string; readonly keys: RunKeys },
): Promise<TryRecord> {
  const { client, secret, dpopKey } = keys;
  const { publicUrl } = deps.evidence;
  const [nonce, verifier] = [newToken(), newToken()];
  const scope = [...new Set(['openid', ...options.scopes])].join(' ');
  const tokens = { deviceCode: '', accessToken: '', refreshToken: '' };
  const blank = { options, state: 'open', url: '', userCode: '', nonce, verifier, secret, secretId: '', dpopKey, ...tokens } as const;
  if (client.kind === 'device') return deviceBegun(deps, developer, { client, scope, blank: { ...blank, steps: emptySteps(['answer']) } });
  const { prompt, maxAge, acrValues, claims } = options;
  const params = {
    client_id: client.id,
    redirect_uri: tryAddress(publicUrl),
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(prompt === '' ? {} : { prompt }),
    ...(maxAge === null ? {} : { max_age: String(maxAge) }),
    ...(acrValues === '' ? {} : { acr_values: acrValues }),
    ...(claims === '' ? {} : { claims }),
  };
  const rows = Object.entries(params).map(([name, value]) => row(name, value));
  const url = `${publicUrl}/oidc/auth?${new URLSearchParams(params).toString()}`;
  return withSteps({ ...blank, url, steps: emptySteps() }, step('request', 'done', { rows, sent: url }));
}

/** Pushes the request of a run beforehand; the browser then carries only its name. */
async function pushed(
  deps: Deps,
  developer: Trying,
  { record, client }: { readonly record: TryRecord; readonly client: OpenidClient },
): Promise<TryRecord> {
  const form = Object.fromEntries(new URL(record.url).searchParams);
  const { status, json, sent } = await pushRequest(protocolOf(deps, developer), { form, keys: { client, ...record } });
  const name = textOf(json, 'request_uri');
  if (status !== 201 || name === undefined) {
    return withSteps(record, failedStep('request', 'other', { sent, detail: textOf(json, 'error_description') ?? '' }));
  }
  const query = new URLSearchParams({ client_id: client.id, request_uri: name });
  const rows = record.steps.find((one) => one.name === 'request')?.rows ?? [];
  const url = `${deps.evidence.publicUrl}/oidc/auth?${query.toString()}`;
  return withSteps({ ...record, url }, step('request', 'done', { rows: [...rows, row('request_uri', name)], sent }));
}

async function deviceBegun(
  deps: Deps,
  developer: Trying,
  { client, scope, blank }: { readonly client: OpenidClient; readonly scope: string; readonly blank: TryRecord },
): Promise<TryRecord> {
  const { status, json, sent } = await askDeviceCode(protocolOf(deps, developer), { client, scope });
  if (status !== 200) return withSteps(blank, failedStep('request', 'other', { sent, detail: textOf(json, 'error_description') ?? '' }));
  const rows = [row('client_id', client.id), row('scope', scope)];
  const url = textOf(json, 'verification_uri_complete') ?? '';
  const record = { ...blank, url, userCode: textOf(json, 'user_code') ?? '', deviceCode: textOf(json, 'device_code') ?? '' };
  return withSteps(record, step('request', 'done', { rows, sent }));
}

function protocolOf({ dispatch, evidence, claimsOfScopes }: Deps, { origin }: Trying): TryProtocol {
  return { dispatch, claimsOfScopes, publicUrl: evidence.publicUrl, clientIp: origin.clientIp };
}

/**
 * The steps of a run so far; asks for the tokens of a device.
 * @throws {Refusal} notFound for an old run, or one of another browser
 */
export async function showTry(
  deps: Deps,
  developer: Trying,
  { id, run: runId }: { readonly id: string; readonly run: string },
): Promise<TrialView> {
  const { run, record, client } = await requireRun(deps, developer, { id, runId });
  if (record.deviceCode === '' || record.state !== 'open') return tryView(run, record);
  const form = { grant_type: deviceGrant, device_code: record.deviceCode };
  const exchanged = await exchange(protocolOf(deps, developer), { name: 'tokens', form, keys: { client, ...record } });
  if (exchanged.error === 'authorization_pending' || exchanged.error === 'slow_down') return tryView(run, record);
  if (exchanged.error === 'access_denied')
    return keep(deps, run, { ...withSteps(record, failedStep('page', 'refused')), state: 'refused' });
  return keep(deps, run, await afterTokens(deps, developer, { record: withSteps(record, step('page', 'done')), client, exchanged }));
}

/**
 * Takes the answer of the sign-in and continues: exchange, ID token, userinfo.
 * @throws {Refusal} tokenError for an answer that fits no open run of this account in this browser, and for a second
 * one
 */
export async function answerTry(deps: Deps, developer: Trying, answer: string): Promise<TrialView> {
  const { store, runs } = deps;
  const params = new URLSearchParams(answer);
  const at = store.clock.now();
  const whose = { accountId: developer.session.accountId, visitor: developer.origin.visitor, at };
  const run = await runs.findByState({ ...whose, stateHash: sha256(params.get('state') ?? '') });
  const app = run && (await deps.apps.own.findOf(whose.accountId, run.client_id));
  const isTaken = run !== undefined && app !== undefined && (await takeTryAnswer(store.db, { id: run.id, at }));
  if (run === undefined || app === undefined || !isTaken) throw new Refusal('tokenError', { reason: 'no open run' });
  const record = unseal(deps, run);
  const rows = [...params].map(([name, value]) =>
    row(name, name === 'code' ? `${value.slice(0, 12)}…` : value, { good: name !== 'error' }),
  );
  const error = params.get('error');
  if (error !== null) {
    const isRefused = error === 'access_denied';
    const failed = failedStep('answer', isRefused ? 'refused' : 'other', { rows, detail: params.get('error_description') ?? error });
    const ended = withSteps(record, step('page', 'done'), failed);
    return keep(deps, run, { ...ended, state: isRefused ? 'refused' : 'failed' });
  }
  if (params.get('iss') !== deps.evidence.publicUrl)
    return keep(deps, run, withSteps(record, failedStep('answer', 'other', { rows, detail: 'iss' })));
  const answered = withSteps(record, step('page', 'done'), step('answer', 'done', { rows }));
  const form = {
    grant_type: 'authorization_code',
    code: params.get('code') ?? '',
    redirect_uri: tryAddress(deps.evidence.publicUrl),
    code_verifier: record.verifier,
  };
  const { client } = app;
  const exchanged = await exchange(protocolOf(deps, developer), { name: 'tokens', form, keys: { client, ...record } });
  return keep(deps, run, await afterTokens(deps, developer, { record: answered, client, exchanged }));
}

async function afterTokens(
  deps: Deps,
  developer: Trying,
  {
    record,
    client,
    exchanged,
  }: { readonly record: TryRecord; readonly client: OpenidClient; readonly exchanged: Awaited<ReturnType<typeof exchange>> },
): Promise<TryRecord> {
  const { tokens } = exchanged;
  if (tokens === undefined) return withSteps(record, exchanged.step);
  const protocol = protocolOf(deps, developer);
  const accessToken = textOf(tokens, 'access_token') ?? '';
  const refreshToken = textOf(tokens, 'refresh_token') ?? '';
  const nonce = client.kind === 'device' ? '' : record.nonce;
  const idStep = await readIdToken(protocol, { idToken: textOf(tokens, 'id_token') ?? '', client, record: { nonce } });
  const infoStep = await readUserInfo(protocol, { token: accessToken, keys: { client, ...record } });
  const refresh = step('refresh', refreshToken === '' ? 'skipped' : 'waiting');
  const after = withSteps({ ...record, accessToken, refreshToken }, exchanged.step, idStep, infoStep, refresh);
  return after.state === 'failed' ? after : { ...after, state: 'done' };
}

/**
 * Refreshes the tokens of a run.
 * @throws {Refusal} notFound; tokenError for a run without a refresh token
 */
export async function refreshTry(
  deps: Deps,
  developer: Trying,
  { id, run: runId }: { readonly id: string; readonly run: string },
): Promise<TrialView> {
  const { run, record, client } = await requireRun(deps, developer, { id, runId });
  if (record.refreshToken === '') throw new Refusal('tokenError', { reason: 'no refresh token' });
  const form = { grant_type: 'refresh_token', refresh_token: record.refreshToken };
  const { step: refreshed, tokens } = await exchange(protocolOf(deps, developer), { name: 'refresh', form, keys: { client, ...record } });
  const after = withSteps(record, refreshed);
  const accessToken = textOf(tokens, 'access_token') ?? record.accessToken;
  return keep(deps, run, { ...after, accessToken, refreshToken: textOf(tokens, 'refresh_token') ?? record.refreshToken });
}

/**
 * Revokes the tokens of a run.
 * @throws {Refusal} notFound; tokenError for a run without tokens
 */
export async function revokeTry(
  deps: Deps,
  developer: Trying,
  { id, run: runId }: { readonly id: string; readonly run: string },
): Promise<TrialView> {
  const { run, record, client } = await requireRun(deps, developer, { id, runId });
  if (record.accessToken === '') throw new Refusal('tokenError', { reason: 'no tokens' });
  const tokens = [record.refreshToken, record.accessToken].filter((token) => token !== '');
  for (const token of tokens) await revokeToken(protocolOf(deps, developer), { token, keys: { client, ...record } });
  return keep(deps, run, { ...record, accessToken: '', refreshToken: '', state: 'over' });
}

/**
 * Ends a run and takes back what it allowed the app.
 * @throws {Refusal} notFound
 */
export async function cleanTry(
  deps: Deps,
  developer: Trying,
  { id, run: runId }: { readonly id: string; readonly run: string },
): Promise<void> {
  const { run } = await requireRun(deps, developer, { id, runId });
  const { accountId, sessionId } = developer.session;
  await deps.store.db.tx(async () => {
    await deps.apps.consents.remove({ accountId, clientId: id });
    await deps.journal.audit.record({ event: 'app.canceled', accountId, sessionId, origin: developer.origin, detail: { client: id } });
    await endRun(deps, run);
  });
}

/** Removes a run with its secret. */
async function endRun(deps: Deps, run: TrialRow): Promise<void> {
  const { secretId } = unseal(deps, run);
  if (secretId !== '') await deps.apps.clients.secrets.end({ clientId: run.client_id, id: secretId, endsAt: deps.store.clock.now() });
  await deps.runs.remove(run.id);
}

async function requireRun(deps: Deps, developer: Trying, { id, runId }: { readonly id: string; readonly runId: string }) {
  const app = await requireOwnApp(deps, developer.session, id);
  const { accountId } = developer.session;
  const run = await deps.runs.find({ id: runId, accountId, visitor: developer.origin.visitor, at: deps.store.clock.now() });
  if (run?.client_id !== id) throw new Refusal('notFound', { reason: 'no run of this browser' });
  return { run, record: unseal(deps, run), client: app.client };
}

async function keep(deps: Deps, run: TrialRow, record: TryRecord): Promise<TrialView> {
  await deps.runs.write({ id: run.id, sealed: seal(deps, record) });
  return tryView(run, record);
}

function seal({ store }: Deps, record: TryRecord): string {
  return store.keyring.seal('trial', JSON.stringify(record));
}

function unseal({ store }: Deps, { sealed }: TrialRow): TryRecord {
  return JSON.parse(store.keyring.open('trial', sealed));
}
