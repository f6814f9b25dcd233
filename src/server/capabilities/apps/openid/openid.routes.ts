import { openidEndpoints } from '#contract/apps/openid/openid.ts';
import { openidSchemas } from '#contract/apps/openid/openid.schemas.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { avatarUrl } from '#server/core/account/accounts/profile-image.ts';
import type { Core } from '#server/core/core.ts';
import { appView } from '#server/core/apps/clients/app-view.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import { resolveContinue } from '#server/core/sign-in/continue-url/continue.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { allowDevice, denyDevice, findDevice, isFar } from './devices/device-approval.ts';
import type { DeviceInfo } from './devices/device-info.ts';
import {
  allowInteraction,
  denyInteraction,
  findInteraction,
  switchInteraction,
  type InteractionDeps,
} from './interactions/interactions.ts';

/** The calls of the consent page and of the page for a device's code. */
export function openidRoutes(deps: Core & Pick<InteractionDeps, 'openid'> & { readonly placeOf: PlaceOf }): BoundCalls {
  const goOn = (address: string) => ({ continue: resolveContinue(deps.evidence.publicUrl, address) });
  return implement(openidEndpoints, openidSchemas, {
    async describeApp(call) {
      const client = await deps.apps.clients.find(call.params.clientID);
      return client === undefined ? null : appView(client);
    },
    async showInteraction(call) {
      const { client, prompt, domain, scopes, apis, moved, lacks, device } = await findInteraction(deps, call.session, call.params.uid);
      const asked = { scopes: [...scopes], apis: [...apis], lacks: [...lacks], device: device === undefined ? null : factsOf(device) };
      return { prompt, app: appView(client), domain, moved, ...asked, person: personView(call.session.account) };
    },
    async allowInteraction(call) {
      const { scopes, apis = [] } = call.body;
      return goOn(await allowInteraction(deps, { session: call.session, origin: call }, { uid: call.params.uid, scopes, apis }));
    },
    denyInteraction: async (call) => goOn(await denyInteraction(deps, call.session, call.params.uid)),
    switchInteraction: async (call) => ({ continue: await switchInteraction(deps, call.session, call.params.uid) }),
    async findDeviceCode(call) {
      const { client, info, scopes, apis, userCode, askedAt } = await findDevice(deps, personOf(call));
      const { address } = info;
      return {
        userCode,
        app: appView(client),
        scopes: [...scopes],
        apis: [...apis],
        person: personView(call.session.account),
        device: factsOf(info),
        address: maskIp(address),
        location: deps.placeOf(address, call.session.language),
        sameNetwork: !isFar(info, { origin: call }),
        askedAt: new Date(askedAt).toISOString(),
        // A code from before an upgrade has none.
        choices: (info.choices ?? '').split(' ').filter(Boolean).map(Number),
      };
    },
    async allowDevice(call) {
      const { scopes: lines, apis = [], number } = call.body;
      await allowDevice(deps, personOf(call), { lines, apis, number });
      return {};
    },
    async denyDevice(call) {
      await denyDevice(deps, personOf(call));
      return {};
    },
  });
}

function factsOf({ name, type, model, os, osVersion }: DeviceInfo) {
  return { name, type, model, os, osVersion };
}

function personOf(call: Call<Session, { readonly userCode: string }>) {
  return { session: call.session, origin: call, userCode: call.body.userCode };
}

function personView({ nickname, username, profileImage, number, gender, birthday, zone, address, country, ...contacts }: Account) {
  const phone = contacts.phone === null ? '' : maskPhone(contacts.phone);
  const email = contacts.emailShown === null ? '' : maskEmail(contacts.emailShown);
  return {
    nickname,
    username: username ?? '',
    profileImage: avatarUrl(profileImage),
    account: phone || email || number,
    phone,
    email,
    gender,
    birthday: birthday ?? '',
    zone,
    address,
    country,
  };
}
