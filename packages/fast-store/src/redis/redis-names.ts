/**
 * Names of keys, channels and limiters in Redis. Other programs and stages may share the server.
 *
 * Neither a prefix nor an escaped limiter name contains a colon, so no input can reach into another kind or limiter.
 * Braces are escaped because a cluster hashes the text in them. Lone surrogates are escaped because UTF-8 would map all
 * of them to the same character.
 */
export function redisNames(prefix: string) {
  const rest = (text: string) => text.replace(/[%{]|\p{Cs}/gu, escapeCharacter);
  const segment = (text: string) => text.replace(/[%{}:]|\p{Cs}/gu, escapeCharacter);
  return {
    key: (key: string) => `${prefix}:value:${rest(key)}`,
    channel: (channel: string) => `${prefix}:channel:${rest(channel)}`,
    /** Prefix of a limiter's keys; the library adds a colon. */
    limiter: (name: string) => `${prefix}:limit:${segment(name)}`,
    limiterKey: rest,
    /** Key of a count that shares a cluster slot with the other counts of its owner. */
    limiterWithin: (name: string, owner: string, key?: string) =>
      `${prefix}:limit:${segment(name)}:{${segment(owner)}}${key === undefined ? "" : `:${rest(key)}`}`,
  };
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
