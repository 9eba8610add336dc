// RUN: weft-opt %s --split-input-file --verify-diagnostics

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @level(%A: tensor<?x?xf64, #CSR>) -> memref<?xi32> {
  // expected-error @+1 {{expected a level below 2, got 2}}
  %p = level.get_array %A level 2 array 0 : tensor<?x?xf64, #CSR> to memref<?xi32>
  return %p : memref<?xi32>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @number(%A: tensor<?x?xf64, #CSR>) -> memref<?xi32> {
  // expected-error @+1 {{expected one of the 0 arrays of the level type #level.dense, got number 0}}
  %p = level.get_array %A level 0 array 0 : tensor<?x?xf64, #CSR> to memref<?xi32>
  return %p : memref<?xi32>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @type(%A: tensor<?x?xf64, #CSR>) -> memref<?xi64> {
  // expected-error @+1 {{expected an array of type 'memref<?xi32>', got 'memref<?xi64>'}}
  %p = level.get_array %A level 1 array 0 : tensor<?x?xf64, #CSR> to memref<?xi64>
  return %p : memref<?xi64>
}

// -----

#Packed = #level.format<(i, j) -> (i : dense, j : compressed), packed>
func.func @packed(%A: tensor<?x?xf64, #Packed>) -> memref<?xf64> {
  // expected-error @+1 {{expected coordinates and components in arrays of their own, got the packed format #level.format}}
  %p = level.get_values %A : tensor<?x?xf64, #Packed> to memref<?xf64>
  return %p : memref<?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @few_arrays(%n: index, %v: memref<?xf64>) -> tensor<?x?xf64, #CSR> {
  // expected-error @+1 {{expected 3 arrays, got 1}}
  %A = level.from_arrays sizes(%n, %n) arrays(%v) : (memref<?xf64>) to tensor<?x?xf64, #CSR>
  return %A : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @few_sizes(%n: index, %p: memref<?xi32>, %v: memref<?xf64>) -> tensor<?x?xf64, #CSR> {
  // expected-error @+1 {{expected 2 sizes, got 1}}
  %A = level.from_arrays sizes(%n) arrays(%p, %p, %v)
      : (memref<?xi32>, memref<?xi32>, memref<?xf64>) to tensor<?x?xf64, #CSR>
  return %A : tensor<?x?xf64, #CSR>
}
