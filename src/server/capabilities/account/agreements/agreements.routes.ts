import { agreementsEndpoints } from '#contract/account/agreements/agreements.ts';
import { agreementsSchemas } from '#contract/account/agreements/agreements.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { legalFiller } from '#server/core/account/agreements/legal-filler.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { acceptTerms } from './accept-terms.ts';
import { choose, listChoices, type Choice } from './choose.ts';
import { listAgreements, listConsents } from './list-agreements.ts';
import { putTermsOff } from './put-terms-off.ts';
import { showTerms } from './show-terms.ts';

/** Agreements of an account, and its answer to changed ones. */
export function agreementsRoutes(deps: Core, names: Pick<Config, 'brand' | 'supportEmail'>): BoundCalls {
  const isoTime = (at: number) => new Date(at).toISOString();
  const choiceView = ({ since, ends, ...choice }: Choice) => ({
    ...choice,
    since: since === null ? null : isoTime(since),
    ends: { ...ends, apps: [...ends.apps] },
  });
  const maybeTime = (at: number | undefined) => (at === undefined ? null : isoTime(at));

  return implement(agreementsEndpoints, agreementsSchemas, {
    async showTerms(call) {
      const terms = await showTerms(deps, call.session, call.lang);
      const fill = legalFiller(names, call.lang);
      return {
        state: terms.state,
        publication: terms.owed?.number ?? 0,
        effectiveAt: maybeTime(terms.owed?.effectiveAt),
        laterUntil: maybeTime(terms.owed?.laterUntil),
        remindAt: maybeTime(terms.owed?.remindAt),
        age: terms.age === undefined ? null : { until: isoTime(terms.age.until), remindAt: maybeTime(terms.age.remindAt) },
        documents: terms.documents.map(({ document: { type, version, digest, text, changes }, previous }) => ({
          type,
          version,
          digest,
          title: fill(text.title),
          previous,
          changes: changes.map((change) => ({ ...change, text: fill(change.text) })),
        })),
      };
    },
    async acceptTerms(call) {
      await acceptTerms(deps, { session: call.session, visit: call }, call.body);
      return {};
    },
    putTermsOff: async (call) => ({
      remindAt: isoTime(await putTermsOff(deps, { session: call.session, visit: call }, call.body.publication)),
    }),
    async listAgreements(call) {
      const fill = legalFiller(names, call.lang);
      const current = await listAgreements(deps, call.session, call.lang);
      return {
        current: current.map(({ document: { type, version, digest, text }, accepted }) => ({
          type,
          version,
          title: fill(text.title),
          digest,
          acceptedVersion: accepted?.version ?? '',
          acceptedAt: maybeTime(accepted?.at),
        })),
      };
    },
    listChoices: async (call) => ({ choices: (await listChoices(deps, call.session, call.lang)).map(choiceView) }),
    choose: async (call) => choiceView(await choose(deps, { session: call.session, visit: call, language: call.lang }, call.body)),
    async listConsents(call) {
      const { items, next } = await listConsents(deps, call.session, call.query.before);
      return { items: items.map(({ region: _region, at, ...row }) => ({ ...row, at: isoTime(at) })), next };
    },
  });
}
