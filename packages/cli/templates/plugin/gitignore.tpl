node_modules/
dist/
dist-test/
