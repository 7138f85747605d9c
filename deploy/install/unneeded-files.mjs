/**
 * Files of installed packages that no process of this repository reads: libraries and programs for other systems, what
 * only C compilers and bundlers read, source maps, pages about Node.js, and the backends of the check of regular
 * expressions other than the one in JavaScript.
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
