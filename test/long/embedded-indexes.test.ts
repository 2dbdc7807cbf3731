// The same random queries as in the short suite, by the thousand.
process.env['ROUNDS'] ??= '30';
await import('../embedded/indexes-agree.test.js');
