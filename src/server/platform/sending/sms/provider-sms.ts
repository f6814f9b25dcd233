import type { Log } from '#server/platform/observation/log.ts';
import { ChannelFailure } from '#server/platform/sending/outbox/outages.ts';
import { Undeliverable } from '#server/platform/sending/outbox/undeliverable.ts';
import { smsAtATime, type SmsMessage, type SmsSender } from './sms.ts';
import { SmsError, type SmsProvider } from './sms-provider.ts';

/**
 * A provider with this many messages in transit is asked last: it may be down, and must not use up the other places.
 */
const fullAt = smsAtATime / 2;

/**
 * SMS by providers, in order: asks the next one only after a clear refusal unrelated to the number. A message that may
 * have left is never sent again, neither by another provider nor by the outbox: the person requests another code.
 */
export function createProviderSms({
  providers,
  log,
}: {
  readonly providers: readonly SmsProvider[];
  readonly log: Pick<Log, 'warn' | 'error'>;
}): SmsSender {
  const underWay = new Map(providers.map((provider) => [provider, 0]));

  async function ask(
    provider: SmsProvider,
    { message, id }: { readonly message: SmsMessage; readonly id: string },
  ): Promise<SmsError | undefined> {
    const add = (count: number) => underWay.set(provider, (underWay.get(provider) ?? 0) + count);
    add(1);
    try {
      return await outcome(provider.send(message, id));
    } finally {
      add(-1);
    }
  }

  return {
    async send(message, id) {
      const isFull = (provider: SmsProvider) => (underWay.get(provider) ?? 0) >= fullAt;
      const able = providers.filter((provider) => provider.canSend(message)).toSorted((a, b) => Number(isFull(a)) - Number(isFull(b)));
      if (able.length === 0) {
        log.warn({ outboxId: id, scene: message.scene }, 'no SMS provider has a template for this scene: the message is dropped');
        throw new Undeliverable('notTaken');
      }
      let last: SmsError | undefined;
      for (const provider of able) {
        const error = await ask(provider, { message, id });
        if (error === undefined) return 'taken';
        const { verdict, failure, providerCode } = error;
        const level = verdict === 'provider' ? 'error' : 'warn';
        log[level]({ outboxId: id, provider: provider.name, verdict, failure, providerCode }, 'a provider did not take an SMS');
        if (verdict === 'uncertain') return 'uncertain';
        if (verdict === 'person') throw new Undeliverable(failure ?? 'blocked', { cause: error });
        last = error;
      }
      throw new ChannelFailure({ cause: last });
    },
    close: () => Promise.resolve(),
  };
}

/** The refusal; undefined when the message was accepted. */
async function outcome(sending: Promise<void>): Promise<SmsError | undefined> {
  try {
    await sending;
    return undefined;
  } catch (error) {
    if (error instanceof SmsError) return error;
    throw error;
  }
}
