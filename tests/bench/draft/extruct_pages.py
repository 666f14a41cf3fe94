"""CPU seconds that extruct takes for the pages on standard input: FILE.gz, a tab, URL, one a line."""
import gzip
import sys
import time

import extruct

pages = []
for line in sys.stdin:
    file, url = line.rstrip("\n").split("\t")
    pages.append((gzip.open(file).read().decode("utf-8", "replace"), url))
begun = time.process_time()
for html, url in pages:
    try:
        extruct.extract(html, base_url=url, uniform=True)
    except Exception as error:  # A page that it cannot read has cost its time all the same.
        print(f"{url}: {error}", file=sys.stderr)
print(time.process_time() - begun)
