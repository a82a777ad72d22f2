alter table hosts drop column name;
