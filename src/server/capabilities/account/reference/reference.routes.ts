import { referenceEndpoints } from '#contract/account/reference/reference.ts';
import { referenceSchemas } from '#contract/account/reference/reference.schemas.ts';
import { captchaWorkOf } from '#contract/vocabulary/captcha-work.ts';
import { regionOfCountry } from '#contract/vocabulary/regions.ts';
import type { Agreements } from '#server/core/account/agreements/agreements.ts';
import type { Captcha } from '#server/platform/limits/captcha/captchas.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { FieldKeys } from '#server/platform/crypto/field-keys.ts';
import { implementFor, type BoundCalls } from '#server/platform/http/implement.ts';
import type { SignedIn } from '#server/platform/http/sessions/session-port.ts';
import { appConfig } from './app-config.ts';
import { findAgreement } from './find-agreement.ts';
import { listNavigation } from './list-navigation.ts';

export interface ReferenceDeps {
  readonly config: Config;
  readonly fieldKeys: Pick<FieldKeys, 'current'>;
  readonly captcha: Captcha;
  readonly agreements: Agreements;
}

/** Data that a client needs before it renders, and the public texts. */
export function referenceRoutes({ config, fieldKeys, captcha, agreements }: ReferenceDeps): BoundCalls {
  const configData = appConfig(config);
  return implementFor<SignedIn>()(referenceEndpoints, referenceSchemas, {
    config: (call) => {
      call.header('cache-control', 'public, max-age=60');
      return configData;
    },
    key: (call) => {
      call.issueCsrf();
      const { publicKey, clientId, label } = fieldKeys.current();
      return { key: publicKey, client_id: clientId, label };
    },
    region: (call) => ({ IsoCode: call.country }),
    loginRegion: (call) => ({ region: regionOfCountry(call.country) }),
    navigation: (call) => listNavigation(config, call.query.language ?? call.lang),
    agreement: (call) =>
      findAgreement(agreements, config, {
        path: call.params.type,
        id: call.params.id,
        region: call.query.region ?? '',
        country: call.country,
        language: call.query.language ?? call.lang,
      }),
    captchaChallenge: (call) =>
      captcha.createChallenge(call.query.scene, call, { failed: call.query.failed, work: captchaWorkOf(call.query.work) }),
  });
}
