/**
 * Files of installed packages that no process of this repository reads: what is for other systems, C compilers or
 * bundlers, source maps, and pages about Node.js. The check of regular expressions runs in JavaScript, so its other
 * backends go too.
 *
 * @param {string} file within `node_modules`, with `/`
 */
export function isUnneeded(file) {
  return (
    /\.(?:map|a)$/.test(file) ||
    isForAnotherSystem(file) ||
    /\/node_modules\/node-\w+-\w+\/(?:include|share)(?:\/|$)/.test(file) ||
    /\/@opentelemetry\/[\w-]+\/build\/(?:esm|esnext)(?:\/|$)/.test(file) ||
    /\/node_modules\/recheck-(?:jar|\w+-\w+)(?:\/|$)/.test(file)
  );
}

/**
 * Some packages contain libraries for every system, in folders such as `bin/napi-v6/linux/x64`.
 *
 * @param {string} file
 */
function isForAnotherSystem(file) {
  const [, system = process.platform, processor = process.arch] =
    /\/napi-v\d+\/(\w+)(?:\/(\w+))?(?:\/|$)/.exec(file) ?? [];
  return system !== process.platform || processor !== process.arch;
}
