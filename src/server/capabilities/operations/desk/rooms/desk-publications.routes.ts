import { cleanText } from '#contract/rules/clean-text.ts';
import { deskPublicationsEndpoints } from '#contract/operations/desk/calls/publications.ts';
import { datesOf, dayText } from '#contract/account/agreements/publication-dates.ts';
import { deskPublicationsSchemas } from '#contract/operations/desk/calls/publications.schemas.ts';
import { findDraft, listDrafts, type Draft } from '#server/core/account/agreements/drafts.repository.ts';
import { readContent } from '#server/core/account/agreements/drafts.ts';
import { readPublications } from '#server/core/account/agreements/publications.repository.ts';
import { implementDesk } from '#server/core/operations/desk/desk-session.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireProof } from '../acts/desk-act.ts';
import { deskAnswer } from '../acts/desk-answer.ts';
import { doAct } from '../acts/do-act.ts';
import { beginDraft, changeDraft, checkDraft, previewDraft, publishableDraft, withdrawableDraft } from './draft-publication.ts';
import type { RoomsDeps } from './rooms.routes.ts';

interface PublicationRoutesDeps extends Pick<RoomsDeps, 'acting' | 'handling'> {
  readonly config: Pick<Config, 'brand' | 'supportEmail' | 'publicUrl'>;
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal('deskChanged', { reason: 'not a draft in this state' });
  return value;
}

function shown(draft: Draft) {
  const { id, state, version, author, saved_at: savedAt, publish_at: publishAt } = draft;
  return { id, state, version, author, savedAt, publishAt, versions: [...readContent(draft).versions] };
}

/** The publication as its approver reads it: until when it can be put off is said of one that asks. */
function askedObject(draft: Draft, publishAt: number): Readonly<Record<string, string>> {
  const { effectiveAt, laterUntil } = datesOf(readContent(draft), publishAt);
  const asked = laterUntil === null ? {} : { laterUntil: dayText(laterUntil) };
  const { id, digest } = draft;
  return { draft: id, digest, publishAt: new Date(publishAt).toISOString(), effectiveAt: dayText(effectiveAt), ...asked };
}

/** Agreements: drafts, and what was published. */
export function publicationRoutes({ acting, handling, config }: PublicationRoutesDeps): BoundCalls {
  const { db, clock } = acting;
  return implementDesk(deskPublicationsEndpoints, deskPublicationsSchemas, {
    async deskPublications() {
      const { publications, documents } = await readPublications(db);
      const versionsOf = (number: number) => {
        const own = documents.filter(({ publication }) => publication === number);
        return [...new Map(own.map(({ type, version }) => [type, { type, version }])).values()];
      };
      return {
        now: clock.now(),
        publications: publications.toReversed().map((one) => ({ ...one, versions: versionsOf(one.number) })),
        drafts: (await listDrafts(db)).map(shown),
      };
    },
    async deskDraft({ params }) {
      const draft = found(await findDraft(db, params.id));
      const { asks, effectiveDay, laterUntilDay, texts } = readContent(draft);
      const copies = texts.map(({ sections, changes, ...text }) => ({
        ...text,
        sections: sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })),
        changes: [...changes],
      }));
      return { ...shown(draft), now: clock.now(), asks, effectiveDay, laterUntilDay, texts: copies, digest: draft.digest };
    },
    deskNewDraft: async ({ body, session }) => ({
      id: await deskAnswer(
        doAct(acting, { act: 'publication.draft', operator: session.member, reason: '' }, () =>
          beginDraft(acting, { types: [...new Set(body.types)], operator: session.member }),
        ),
      ),
    }),
    async deskSaveDraft({ params, body, session }) {
      const order = { act: 'publication.draft', operator: session.member, reason: '' } as const;
      const change = { id: params.id, operator: session.member, ...body };
      return { version: found(await deskAnswer(doAct(acting, order, () => changeDraft(acting, change)))) };
    },
    deskCheckDraft: async ({ params }) => ({ findings: [...found(await checkDraft(acting, params.id))] }),
    async deskPreviewDraft({ params, body }) {
      const { changes, lines, ...preview } = found(await previewDraft({ db, clock, config }, { id: params.id, ...body }));
      return { changes: [...changes], lines: [...lines], ...preview };
    },
    // An asked act waits in any case: nothing is done here.
    async deskPublishDraft(call) {
      requireProof(handling, call);
      const { version, publishAt } = call.body;
      const draft = found(await publishableDraft(acting, { id: call.params.id, version, publishAt }));
      const object = askedObject(draft, publishAt);
      const reason = cleanText.lines(call.body.reason);
      await deskAnswer(
        doAct(acting, { act: 'publication.publish', operator: call.session.member, object, version, reason }, async () => false),
      );
      return {};
    },
    async deskWithdrawDraft(call) {
      requireProof(handling, call);
      const { version } = call.body;
      const { id, digest } = found(await withdrawableDraft(db, { id: call.params.id, version }));
      const reason = cleanText.lines(call.body.reason);
      const order = { act: 'publication.withdraw', operator: call.session.member, object: { draft: id, digest }, version, reason } as const;
      await deskAnswer(doAct(acting, order, async () => false));
      return {};
    },
  });
}
