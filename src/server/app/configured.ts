import { join } from 'node:path';
import { type NamePolicy, WordListError, builtInWordLists, createNamePolicy } from '#server/core/account/name-policy/name-policy.ts';
import type { Development } from '#server/development/development.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { openFolderStore } from '#server/platform/blob/folder-store.ts';
import type { CaptchasDeps } from '#server/platform/limits/captcha/captchas.ts';
import { openRemoteCaptcha } from '#server/platform/limits/captcha/open-captchas.ts';
import type { Clock, WallClock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';
import { type Places, openPlaces } from '#server/platform/geo/places.ts';
import type { OwnedStore } from '#server/platform/installation/belonging.ts';
import type { Store } from '#server/core/store.ts';
import { namedAvatars } from '#server/core/account/accounts/profile-image.repository.ts';
import { namedParts } from '#server/core/rights/exports/exports.repository.ts';
import type { Log } from '#server/platform/observation/log.ts';
import type { MailSender } from '#server/platform/sending/mail/mail.ts';
import type { Metrics } from '#server/platform/observation/metrics/metrics.ts';
import type { SmsSender } from '#server/platform/sending/sms/sms.ts';
import type { Tracing } from '#server/platform/observation/tracing/tracing.ts';
import { uploadUrl } from './pages/avatar-files.ts';
// Opens the services that the settings name. Unconfigured services are not loaded.

/** Imported on demand: most servers have no collector. */
export async function openConfiguredTracing({ tracing }: Config): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { openOtlpTracing } = await import('#server/platform/observation/tracing/otlp-tracing.ts');
  return openOtlpTracing(tracing);
}

/** Imported on demand, like tracing. */
export async function openConfiguredMetrics({ metrics }: Config): Promise<Metrics | undefined> {
  if (metrics === undefined) return undefined;
  const { createMetrics } = await import('#server/platform/observation/metrics/metrics.ts');
  return createMetrics();
}

export async function openConfiguredPlaces({ geoDatabase }: Config): Promise<Places | undefined> {
  if (geoDatabase === undefined) return undefined;
  try {
    return await openPlaces(geoDatabase);
  } catch {
    throw new ConfigError('GEO_DATABASE_FILE', `must be a readable database in the MMDB format, not ${geoDatabase}.`);
  }
}

/** The operator's lists, or the built-in ones. */
export function namePolicy(lists: string | undefined, brand: readonly string[]): NamePolicy {
  try {
    return createNamePolicy({ lists: lists ?? builtInWordLists(), brand });
  } catch (error) {
    if (error instanceof WordListError) throw new ConfigError('NAME_WORDS_FILE', `must hold lists of words: ${error.message}.`);
    throw error;
  }
}

export function remoteCaptchas(
  { captcha: { CN, DE } }: Config,
  deps: { readonly clock: Clock; readonly log: Log },
): CaptchasDeps['remotes'] {
  const china = CN && openRemoteCaptcha(CN, deps);
  // The same service for both regions shares one state.
  const elsewhere = DE?.provider === CN?.provider ? china : DE && openRemoteCaptcha(DE, deps);
  return { CN: china, DE: elsewhere };
}

/** Like the mail: an unconfigured store is not loaded. */
export async function openBlobs({ objectStorage, dataDir }: Config, clock: Clock & WallClock): Promise<BlobStore> {
  if (objectStorage === undefined) return openFolderStore({ root: join(dataDir, 'avatars'), uploadUrl: uploadUrl });
  const { openS3Store } = await import('#server/platform/blob/s3-store.ts');
  return openS3Store({ ...objectStorage, clock });
}

/** Sealed files: copies of people's data. In their own place, so that nothing serves them. */
export async function openSealedFiles({ objectStorage, dataDir }: Config, clock: Clock & WallClock): Promise<BlobStore> {
  if (objectStorage === undefined) return openFolderStore({ root: join(dataDir, 'copies'), uploadUrl });
  const { openS3Store } = await import('#server/platform/blob/s3-store.ts');
  return openS3Store({ ...objectStorage, clock, holds: 'sealed files' });
}

/** Each store with the tables that name its files. */
export function ownedStores(
  { db }: Pick<Store, 'db'>,
  { blobs, copies }: { readonly blobs: BlobStore; readonly copies: BlobStore },
): readonly OwnedStore[] {
  return [
    { store: blobs, named: (files) => namedAvatars(db, files) },
    { store: copies, named: (parts) => namedParts(db, parts) },
  ];
}

/** Undefined without an SMS provider. */
export async function smsSender(
  { sms }: Config,
  { development, wall, log }: { readonly development: Development | undefined; readonly wall: WallClock; readonly log: Log },
): Promise<SmsSender | undefined> {
  if (sms.adapter === 'providers') {
    const { createProviderSms } = await import('#server/platform/sending/sms/provider-sms.ts');
    const { openSmsProvider } = await import('#server/platform/sending/sms/open-sms.ts');
    return createProviderSms({ providers: sms.providers.map((settings) => openSmsProvider(settings, wall)), log });
  }
  return sms.adapter === 'outbox' ? development?.sms : undefined;
}

export async function mailSender({ mail }: Config, development: Development | undefined): Promise<MailSender> {
  if (mail.adapter === 'smtp') {
    // Imported on demand: it takes a tenth of the start time.
    const { createSmtpMail } = await import('#server/platform/sending/mail/smtp-mail.ts');
    return createSmtpMail(mail);
  }
  if (development === undefined) throw new Error('There is no development outbox in production.');
  return development.mail;
}
