/** ESLint's `no-restricted-syntax`, with its options: oxlint has no such rule. */
const noRestricted = {
  meta: { schema: false },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [
        selector,
        (node) => {
          context.report({ node, message });
        },
      ]),
    ),
};

export default { meta: { name: 'syntax' }, rules: { 'no-restricted': noRestricted } };
