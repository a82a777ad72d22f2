expect(await page.getByRole('row').count()).toBe(2);
