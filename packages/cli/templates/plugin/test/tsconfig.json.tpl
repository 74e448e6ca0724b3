{
  "extends": "../tsconfig.json",
  "compilerOptions": { "rootDir": ".", "outDir": "../dist-test", "types": ["node", "mocha"], "declaration": false },
  "include": ["."]
}
