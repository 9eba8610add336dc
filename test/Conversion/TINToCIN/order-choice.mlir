// RUN: weft-opt %s -convert-tin-to-cin | FileCheck %s

// Of all orders, loops take the one that needs the fewest copies, workspaces
// and second passes.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Cube = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#Turned = #level.format<(i, j, k) -> (k : compressed, i : compressed, j : compressed)>

// Two operands and the result are stored by rows: the third is copied.
// CHECK-LABEL: func @most_by_rows
// CHECK: %[[COPY:.*]] = cin.kernel ins(%arg0) outs
// CHECK: cin.kernel ins(%[[COPY]], %arg1, %arg2) outs
// CHECK-NOT: cin.where
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @most_by_rows(%b: tensor<?x?xf64, #CSC>, %c: tensor<?x?xf64, #DCSR>,
                        %d: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %a = tin.compute (%i, %j) : tensor<?x?xf64, #CSR> {
    %0 = tin.access %b[%i, %j] : tensor<?x?xf64, #CSC>
    %1 = tin.access %c[%i, %j] : tensor<?x?xf64, #DCSR>
    %2 = tin.access %d[%i, %j] : tensor<?x?xf64, #CSR>
    %3 = arith.addf %0, %1 : f64
    %4 = arith.addf %3, %2 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?x?xf64, #CSR>
}

// The other operand would be copied, and the result collected.
// CHECK-LABEL: func @result_and_operand
// CHECK: %[[COPY:.*]] = cin.kernel ins(%arg0) outs
// CHECK: cin.kernel ins(%[[COPY]], %arg1) outs
// CHECK-NOT: cin.where
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @result_and_operand(%b: tensor<?x?x?xf64, #Turned>,
                              %c: tensor<?x?x?xf64, #Cube>)
    -> tensor<?x?x?xf64, #Cube> {
  %a = tin.compute (%i, %j, %k) : tensor<?x?x?xf64, #Cube> {
    %0 = tin.access %b[%i, %j, %k] : tensor<?x?x?xf64, #Turned>
    %1 = tin.access %c[%i, %j, %k] : tensor<?x?x?xf64, #Cube>
    %2 = arith.mulf %0, %1 : f64
    tin.yield %2 : f64
  }
  return %a : tensor<?x?x?xf64, #Cube>
}

// A second pass is less than a copy.
// CHECK-LABEL: func @scattered
// CHECK: cin.kernel ins(%arg0) outs
// CHECK-NOT: cin.where
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @scattered(%b: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSC> {
  %a = tin.compute (%i, %j) : tensor<?x?xf64, #CSC> {
    %0 = tin.access %b[%i, %j] : tensor<?x?xf64, #CSR>
    tin.yield %0 : f64
  }
  return %a : tensor<?x?xf64, #CSC>
}
