import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { CodeBinding, CodeChannel } from './code-policy.ts';
import type { StoredCodeBinding } from './codes.repository.ts';

/** What a code, its target and its binding are stored as. */
export function codeHashes(keyring: Keyring) {
  function targetHashesOf(channel: CodeChannel, target: string): readonly [string, ...string[]] {
    return keyring.macs('code-target', channel, target);
  }

  function stored({ scene, channel, target, holder }: CodeBinding): StoredCodeBinding {
    return { scene, channel, targetHashes: targetHashesOf(channel, target), holder };
  }

  /**
   * One for all instances: what is counted by it, and who waits for whom, is the same whichever root key is their
   * current one.
   */
  function steadyHashOf({ channel, target }: CodeBinding): string {
    return keyring.steadyMac('code-target', channel, target);
  }

  function hashesOf(binding: CodeBinding, code: string): readonly [string, ...string[]] {
    return keyring.macs('code', binding.scene, binding.channel, binding.target, binding.holder, code);
  }

  return { targetHashesOf, stored, steadyHashOf, hashesOf };
}
