# Writes robust covariances of the R package robustbase, and the figure of `robust_eigenvalues` for two tables.
suppressMessages(library(robustbase))

# The tables of tests/rust/measure/robust.rs: Lehmer's generator, state * 16807 mod 2^31 - 1, from 100 n + p.
tables <- function(rows, columns) {
  state <- rows * 100 + columns
  draw <- function(limit) {
    state <<- (state * 16807) %% 2147483647
    state %% limit
  }
  counts <- matrix(0, rows, columns)
  values <- counts
  for (row in 1:rows) {
    factor <- draw(60)
    for (column in 1:columns) {
      count <- (factor * column) %/% 2 + draw(25)
      values[row, column] <- max(count + draw(7) - 3, 0)
      counts[row, column] <- if (row %% 9 == 4) count * 6 else count
    }
  }
  list(counts, values)
}

cat("rows,columns,eigenvalues,covariance_of_values\n")
for (size in list(c(21, 1), c(11, 2), c(20, 3), c(30, 4), c(40, 5))) {
  set.seed(1999)
  starts <- if (size[2] < 4) "exact" else 100000
  fits <- lapply(tables(size[1], size[2]), function(x) {
    covMcd(scale(x), nsamp = starts, nmini = 1000, use.correction = FALSE)
  })
  e <- lapply(fits, function(fit) eigen(fit$cov)$values)
  digits <- function(x) paste(sprintf("%.15g", x), collapse = " ")
  cat(size[1], size[2], digits(sum(abs(e[[1]] - e[[2]]) / e[[1]])), digits(fits[[2]]$cov), sep = ",")
  cat("\n")
}
