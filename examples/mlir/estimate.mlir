// One row has most of the entries of A: the second number of `squares` is the
// sum of the squares of the numbers of entries of the columns, the first one
// that of the rows.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

func.func @product(%A: tensor<?x?xf64, #CSR> {tin.statistics =
                       "sizes=200000x200000;entries=4000000;squares=9000000000000x80000000"},
                   %x: tensor<?xf64>) -> tensor<?xf64> attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
