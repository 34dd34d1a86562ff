/** VS Code has no colors for Solidity of its own; readers of the README do. */
export const solidityColors = {
  manifest: {
    name: 'solidity-colors',
    contributes: {
      languages: [{ id: 'solidity', extensions: ['.sol'] }],
      grammars: [{ language: 'solidity', scopeName: 'source.solidity', path: './grammar.json' }],
    },
  },
  main: '',
  files: {
    'grammar.json': JSON.stringify({
      scopeName: 'source.solidity',
      patterns: [
        { match: '//.*$', name: 'comment.line.solidity' },
        { begin: '/\\*', end: '\\*/', name: 'comment.block.solidity' },
        { match: '"[^"\\n]*"', name: 'string.quoted.double.solidity' },
        { match: '\\b(?:0x[0-9a-fA-F]+|\\d+)\\b', name: 'constant.numeric.solidity' },
        {
          match: '\\b(?:if|else|for|return|revert|emit|new|require)\\b',
          name: 'keyword.control.solidity',
        },
        {
          match:
            '\\b(?:pragma|contract|interface|function|event|error|modifier|constructor|mapping|public|private|internal|external|constant|immutable|view|pure|payable|memory|calldata|returns|is)\\b',
          name: 'storage.type.solidity',
        },
        {
          match: '\\b(?:address|bool|string|bytes\\d*|u?int\\d*)\\b',
          name: 'entity.name.type.solidity',
        },
        { match: '\\b[A-Z][A-Z0-9_]+\\b', name: 'variable.other.constant.solidity' },
        { match: '\\b\\w+(?=\\()', name: 'entity.name.function.solidity' },
      ],
    }),
  },
};
