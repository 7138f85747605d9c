/**
 * How keys, channels and limiters are called in Redis: other programs and other stages may share the server.
 *
 * A prefix has no colon and neither has an escaped limiter's name, so no text that somebody chose can reach into
 * another kind or another limiter. Braces are escaped because a cluster places a key by what stands in them, and
 * lone surrogates because UTF-8 makes one and the same character of all of them.
 */
export function redisNames(prefix: string) {
  const rest = (text: string) => text.replace(/[%{]|\p{Cs}/gu, escapeCharacter);
  const segment = (text: string) => text.replace(/[%{}:]|\p{Cs}/gu, escapeCharacter);
  return {
    key: (key: string) => `${prefix}:value:${rest(key)}`,
    channel: (channel: string) => `${prefix}:channel:${rest(channel)}`,
    /** Goes before a limiter's keys; the limiter's library puts a colon between. */
    limiter: (name: string) => `${prefix}:limit:${segment(name)}`,
    limiterKey: rest,
    /** The whole key of a count that stands beside the others of its owner, in a cluster too. */
    limiterWithin: (name: string, owner: string, key?: string) =>
      `${prefix}:limit:${segment(name)}:{${segment(owner)}}${key === undefined ? "" : `:${rest(key)}`}`,
  };
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
