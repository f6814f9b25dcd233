import { qrEndpoints } from '#contract/sign-in/qr/qr.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import { qrSchemas } from '#contract/sign-in/qr/qr.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { avatarUrl } from '#server/core/account/accounts/profile-image.ts';
import type { Core } from '#server/core/core.ts';
import { resolveContinue } from '#server/core/sign-in/continue-url/continue.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import { answerSignedIn } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import { nowhere, type PlaceOf } from '#server/platform/geo/places.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { askQr } from './ask-qr.ts';
import { beginQr, cancelQr, qrState, type OfPage } from './computer.ts';
import { approveQr, refuseQr } from './decide-qr.ts';
import { finishQr, type CompleteQrSignIn } from './finish-qr.ts';
import { openQr } from './open-qr.ts';

/** The calls of a computer that shows a code, and of the phone that scans it. */
export function qrRoutes(deps: Core & { readonly placeOf: PlaceOf }, completeSignIn: CompleteQrSignIn): BoundCalls {
  const { publicUrl } = deps.evidence;
  return implement(qrEndpoints, qrSchemas, {
    beginQr(call) {
      const { code, openUntil, ...begun } = beginQr(deps, call, call.body.purpose);
      return { qrCode: code, url: `${publicUrl}/qr#${code}`, openUntil: new Date(openUntil).toISOString(), ...begun };
    },
    qrState: (call) => qrState(deps, call, pageOf(call.body)),
    async finishQr(call) {
      const signedIn = await finishQr(deps, call, { page: pageOf(call.body), completeSignIn });
      return {
        account: answerSignedIn(call, signedIn, deps.identity),
        continue: resolveContinue(publicUrl, call.query.redirect),
      };
    },
    async cancelQr(call) {
      await cancelQr(deps, call, pageOf(call.body));
      return {};
    },
    async openQr(call) {
      const { purpose } = await openQr(deps, call, call.body.qrCode);
      return { purpose, signedIn: call.session !== undefined };
    },
    async askQr(call) {
      const { choices, askedAt, address, ...facts } = await askQr(deps, { session: call.session, visit: call }, call.body.qrCode);
      const { account, language } = call.session;
      return {
        choices: [...choices],
        askedAt: new Date(askedAt).toISOString(),
        address: maskIp(address),
        location: address === '' ? nowhere : deps.placeOf(address, language),
        person: personView(account),
        ...facts,
      };
    },
    async decideQr(call) {
      const { qrCode: code, number, refuse } = call.body;
      const person = { session: call.session, visit: call };
      if (number !== undefined && refuse === undefined) return approveQr(deps, person, { code, number });
      if (refuse !== undefined && number === undefined) return refuseQr(deps, person, { code, why: refuse });
      throw new Refusal('badRequest', { reason: 'a number or a refusal' });
    },
  });
}

function pageOf({ qrCode: code, secret }: Readonly<Record<'qrCode' | 'secret', string>>): OfPage {
  return { code, secret };
}

function personView({ nickname, profileImage, number, phone, emailShown }: Account) {
  const account = phone !== null ? maskPhone(phone) : emailShown !== null ? maskEmail(emailShown) : number;
  return { nickname, profileImage: avatarUrl(profileImage), account };
}
