// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file -verify-diagnostics

// Runs depend on what their components are.
#Runs = #level.format<(i, j) -> (i : dense, j : run_length)>
func.func @runs_without_components(%a: tensor<?x?xf64>, %y: tensor<?x?xf64, #Runs> {weft.name = "y"}, %m: index, %n: index) -> tensor<?x?xf64, #Runs> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(assemble) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #Runs>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @+1 {{cannot assemble T2: which positions level 2 (#level.run_length) has depends on the components}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Runs>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #Runs>) -> tensor<?x?xf64, #Runs>
  return %r : tensor<?x?xf64, #Runs>
}

// -----

// Coordinates of intervals are inserted in order.
#Banded = #level.format<(i, j) -> (i : dense, j : interval)>
// expected-note @+1 {{hint: reorder the loops as the levels of T2 are, or choose a format of T2 that is dense}}
func.func @interval_out_of_order(%a: tensor<?x?xf64>, %y: tensor<?x?xf64, #Banded> {weft.name = "y"}, %m: index, %n: index) -> tensor<?x?xf64, #Banded> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #Banded>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @-5 {{scatters into T2, whose level 1 (#level.dense) takes coordinates in order only; a workspace is needed}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Banded>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #Banded>) -> tensor<?x?xf64, #Banded>
  return %r : tensor<?x?xf64, #Banded>
}

// -----

func.func @foreign_result(%x: tensor<?xf64>, %y: tensor<?xf64, "hash">, %n: index) -> tensor<?xf64, "hash"> {
  // expected-error @+1 {{'cin.kernel' op expected a tensor with a level format, got 'tensor<?xf64, "hash">'}}
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64, "hash">>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, "hash">>
    }
  } : (tensor<?xf64>, tensor<?xf64, "hash">) -> tensor<?xf64, "hash">
  return %r : tensor<?xf64, "hash">
}

// -----

// A reduction outside of a compressed level.

#Sparse = #level.format<(i) -> (i : compressed)>

// expected-note @+1 {{hint: reorder the loops as the levels of T2 are, or choose a format of T2 that is dense}}
func.func @scatter(%a: tensor<?x?xf64>, %y: tensor<?xf64, #Sparse>, %m: index, %n: index) -> tensor<?xf64, #Sparse> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @-5 {{'cin.forall' op scatters into T2, whose level 1 (#level.compressed) takes coordinates in order only; a workspace is needed}}
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #Sparse>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r : tensor<?xf64, #Sparse>
}

// -----

// No forall at all binds the coordinate.

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @literal_target(%x: tensor<f64>, %y: tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse> {
  %r = cin.kernel ins(%x) outs(%y) {
  ^bb0(%xr: !cin.ref<tensor<f64>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>):
    %i = cin.literal 3
    %0 = cin.access %xr[] : !cin.ref<tensor<f64>>
    // expected-error @+1 {{'cin.assign' op assigns T2 where no forall binds all of its coordinates in the order of its levels; a workspace is needed}}
    cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
  } : (tensor<f64>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r : tensor<?xf64, #Sparse>
}

// -----

// Columns outside of rows.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// expected-note @+1 {{hint: A stores j below i; reorder the loops alike, or choose a format of A that stores j above}}
func.func @order(%a: tensor<?x?xf64, #CSR> {weft.name = "A"}, %y: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      // expected-error @+1 {{'cin.forall' op cannot access A in this order of the foralls: level 2 (#level.compressed) cannot be located in, and its variable is bound before its parent}}
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// What is not ordered cannot be searched.

#Unordered = #level.format<(i, j) -> (i : dense, j : compressed(nonordered))>

func.func @unordered_diagonal(%a: tensor<?x?xf64, #Unordered> {weft.name = "A"}, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #Unordered>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    // expected-error @+1 {{'cin.forall' op cannot access A in this order of the foralls: level 2 (#level.compressed<nonordered>) cannot be located in}}
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i, %i] : !cin.ref<tensor<?x?xf64, #Unordered>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64, #Unordered>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A look-up finds one position, but a coordinate may be stored several times.

#Runs = #level.format<(i, j) -> (i : compressed(nonunique), j : dense)>

func.func @located_below_runs(%a: tensor<?x?xf64, #Runs> {weft.name = "A"}, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #Runs>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    // expected-error @+1 {{'cin.forall' op cannot access A: its level 2 (#level.dense) is located in below level 1 (#level.compressed<nonunique>), which may store a coordinate several times}}
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i, %i] : !cin.ref<tensor<?x?xf64, #Runs>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64, #Runs>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#Unordered = #level.format<(i) -> (i : compressed(nonordered))>
#Sparse = #level.format<(i) -> (i : compressed)>

func.func @unordered_coiteration(%a: tensor<?xf64, #Unordered> {weft.name = "A"}, %b: tensor<?xf64, #Sparse> {weft.name = "B"}, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Unordered>>, %br: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    // expected-error @+1 {{'cin.forall' op cannot coiterate "i":}}
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Unordered>>
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Unordered>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#Unordered = #level.format<(i) -> (i : compressed(nonordered))>
#Sparse = #level.format<(i) -> (i : compressed)>

func.func @appended_out_of_order(%a: tensor<?xf64, #Unordered> {weft.name = "A"}, %y: tensor<?xf64, #Sparse>, %m: index) -> tensor<?xf64, #Sparse> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Unordered>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Unordered>>
      // expected-error @+1 {{'cin.assign' op assigns T2 in the order of segment A1, which is not ordered; a workspace is needed}}
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Unordered>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r : tensor<?xf64, #Sparse>
}

// -----

// An entry would replace one of the same coordinate.

#Unordered = #level.format<(i) -> (i : compressed(nonunique, nonordered))>

func.func @overwritten(%a: tensor<?xf64, #Unordered> {weft.name = "A"}, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Unordered>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Unordered>>
      // expected-error @+1 {{'cin.assign' op assigns T2 in the order of segment A1, which is not ordered; a workspace is needed}}
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Unordered>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The square of a sum is not the sum of squares.

#Unordered = #level.format<(i) -> (i : compressed(nonunique, nonordered))>

func.func @squared(%a: tensor<?xf64, #Unordered> {weft.name = "A"}, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Unordered>>, %yr: !cin.ref<tensor<f64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Unordered>>
      %1 = arith.mulf %0, %0 : f64
      // expected-error @+1 {{'cin.assign' op assigns T2 in the order of segment A1, which is not ordered; a workspace is needed}}
      cin.assign %yr[] arith.addf %1 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64, #Unordered>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// The rows of a diagonal are appended in order if their loop is outermost.

#SDIA = #level.format<(i, j) -> (slot : dense, i : compressed, j : offset)>

func.func @columns_of_diagonals(%a: tensor<?x?xf64>, %y: tensor<?x?xf64, #SDIA>, %m: index, %n: index) -> tensor<?x?xf64, #SDIA> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #SDIA>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @+1 {{'cin.assign' op cannot assemble T2 in slots in this order of the foralls; a workspace is needed}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #SDIA>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #SDIA>) -> tensor<?x?xf64, #SDIA>
  return %r : tensor<?x?xf64, #SDIA>
}

// -----

func.func @reads_result(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%x) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      // expected-error @+1 {{'cin.access' op reads T1 while it is being assembled; a workspace is needed}}
      %1 = cin.access %yr[%i] : !cin.ref<tensor<?xf64>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @reads_in_mutation(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%x) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    // expected-error @+1 {{'cin.sequence' op reads T1 while it is being assembled; a workspace is needed}}
    cin.sequence {
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    } then {
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        %0 = cin.access %yr[%j] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%j] arith.mulf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @producer_reads_workspace(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%x) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.where "w" (%m) : tensor<?xf64> producer {
    ^bb0(%w: !cin.ref<tensor<?xf64>>):
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        // expected-error @+1 {{'cin.access' op reads w while it is being assembled; a workspace is needed}}
        %0 = cin.access %w[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %w[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?xf64>>):
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        %0 = cin.access %w[%j] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%j] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @appended_twice(%a: tensor<?xf64, #Sparse>, %n: index) -> tensor<?xf64, #Sparse> {
  %r = cin.kernel ins(%a) outs(%a) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %m: index):
    cin.sequence {
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
      }
    } then {
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%j] : !cin.ref<tensor<?xf64, #Sparse>>
        // expected-error @+1 {{'cin.assign' op assigns T1 once more, but its level 1 (#level.compressed) takes coordinates once only; a workspace is needed}}
        cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64, #Sparse>>
      }
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r : tensor<?xf64, #Sparse>
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>

func.func @maximum_into_list(%x: tensor<?xf64>, %y: tensor<?xf64, #List>, %n: index) -> tensor<?xf64, #List> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64, #List>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      // expected-error @+1 {{'cin.assign' op combines into T2, a coordinate list whose entries are added up when it is read; a workspace is needed}}
      cin.assign %yr[%i] arith.maximumf %0 : !cin.ref<tensor<?xf64, #List>>
    }
  } : (tensor<?xf64>, tensor<?xf64, #List>) -> tensor<?xf64, #List>
  return %r : tensor<?xf64, #List>
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>

func.func @list_with_structure(%x: tensor<?xf64>, %y: tensor<?xf64, #List>, %n: index) -> tensor<?xf64, #List> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) assembly(compute) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64, #List>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      // expected-error @+1 {{'cin.assign' op cannot keep the structure of T2: the entries of a coordinate list are computed in any order}}
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #List>>
    }
  } : (tensor<?xf64>, tensor<?xf64, #List>) -> tensor<?xf64, #List>
  return %r : tensor<?xf64, #List>
}

// -----

#Chain = #level.format<(i, j) -> (i : compressed, j : singleton)>

func.func @unique_chain(%a: tensor<?x?xf64>, %y: tensor<?x?xf64, #Chain>, %m: index, %n: index) -> tensor<?x?xf64, #Chain> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #Chain>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @+1 {{'cin.assign' op cannot assemble T2: level 1 is unique, but the level below it has one coordinate only for each of its coordinates}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Chain>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #Chain>) -> tensor<?x?xf64, #Chain>
  return %r : tensor<?x?xf64, #Chain>
}

// -----

// Reads would go past the end of what the variable indexes.
func.func @computed_extent(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %v = cin.value %i
      // expected-error @+1 {{'cin.forall' op extents that are not arguments of the kernel are not supported yet}}
      cin.forall "j" to %v {
      ^bb0(%j: !cin.index):
        %0 = cin.access %a[%j] : !cin.ref<tensor<?xf64>>
        cin.assign %c[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The size of the mode that a split variable indexes is an extent of the kernel.
func.func @split_of_other_extent(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%x) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i0" to %m {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %m {
      ^bb0(%i1: !cin.index):
        %two = arith.constant 2 : index
        %m2 = arith.muli %m, %two : index
        // expected-error @+1 {{'cin.split' op extents that are not arguments of the kernel are not supported yet}}
        %i = cin.split "i" %i0, %i1 down 32 of %m2
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// What appends takes the coordinates of tiles in their order.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
// expected-note @+1 {{hint: reorder the loops as the levels of T2 are, or choose a format of T2 that is dense}}
func.func @append_split(%a: tensor<?x?xf64>, %y: tensor<?x?xf64, #DCSR> {weft.name = "y"}, %m: index, %n: index, %n0: index, %n1: index) -> tensor<?x?xf64, #DCSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %n0, %n1) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #DCSR>>, %em: index, %en: index, %en0: index, %en1: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j1" to %en1 {
      ^bb0(%j1: !cin.index):
        cin.forall "j0" to %en0 {
        ^bb0(%j0: !cin.index):
          %j = cin.split "j" %j0, %j1 down 2 of %en
          cin.guard %j
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          // expected-error @-7 {{scatters into T2, whose level 2 (#level.compressed) takes coordinates in order only; a workspace is needed}}
          cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #DCSR>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}

// -----

// Coordinates behind the last block are left out by search, or tested one by one.
#Blocks = #level.format<(i) -> (i mod 2 : compressed(nonordered, nonunique), i floordiv 2 : singleton)>
func.func @window_without_order(%x: tensor<?xf64, #Blocks> {weft.name = "x"}, %y: tensor<f64>, %n: index, %n0: index, %n1: index) -> tensor<f64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %n0, %n1) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Blocks>>, %yr: !cin.ref<tensor<f64>>, %en: index, %en0: index, %en1: index):
    cin.forall "i0" to %en0 {
    ^bb0(%i0: !cin.index):
      // expected-error @+1 {{cannot access x in this order of the foralls: level 1 (#level.compressed<nonunique, nonordered>) is not ordered, so that coordinates behind the last block cannot be left out}}
      cin.forall "i1" to %en1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 2 of %en
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Blocks>>
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?xf64, #Blocks>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// A level of quotients is located in or searched only where that is wanted once.
#Blocks = #level.format<(i) -> (i floordiv 2 : compressed, i mod 2 : dense)>
func.func @blocks_of_whole_variable(%x: tensor<?xf64, #Blocks> {weft.name = "x"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Blocks>>, %yr: !cin.ref<tensor<?xf64>>, %en: index):
    // expected-error @+1 {{cannot access x in this order of the foralls: level 1 (#level.compressed) cannot be located in, and its variable is bound before its parent}}
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Blocks>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Blocks>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Segments below a table are counted first, but not two levels of them.
#Sparse = #level.format<(i, j, k) -> (i : hashed, j : compressed, k : compressed)>
func.func @two_appended_below_hashed(%a: tensor<?x?x?xf64>, %y: tensor<?x?x?xf64, #Sparse> {weft.name = "y"}, %m: index, %n: index, %o: index) -> tensor<?x?x?xf64, #Sparse> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %o) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64>>, %yr: !cin.ref<tensor<?x?x?xf64, #Sparse>>, %em: index, %en: index, %eo: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
      cin.forall "k" to %eo {
      ^bb0(%k: !cin.index):
        %0 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64>>
        // expected-error @+1 {{'cin.assign' op cannot assemble T2: level 3 (#level.compressed) takes segments in the order of their parents, but level 1 (#level.hashed) keeps coordinates in no order}}
        cin.assign %yr[%i, %j, %k] = %0 : !cin.ref<tensor<?x?x?xf64, #Sparse>>
      }
      }
    }
  } : (tensor<?x?x?xf64>, tensor<?x?x?xf64, #Sparse>) -> tensor<?x?x?xf64, #Sparse>
  return %r : tensor<?x?x?xf64, #Sparse>
}

// -----

// What an inserted component will be is not known when it is combined into.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Bitmap = #level.format<(i, j) -> (i : dense, j : bitmap)>
func.func @dropped_insertion(%a: tensor<?x?xf64, #DCSR> {weft.name = "a"}, %y: tensor<?x?xf64, #Bitmap> {weft.name = "y"}, %m: index, %n: index) -> tensor<?x?xf64, #Bitmap> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) drop_fill {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<?x?xf64, #Bitmap>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        // expected-error @+1 {{cannot drop components of T2, which are inserted before they are known; a workspace is needed}}
        cin.assign %yr[%i, %j] arith.addf %0 : !cin.ref<tensor<?x?xf64, #Bitmap>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Bitmap>) -> tensor<?x?xf64, #Bitmap>
  return %r : tensor<?x?xf64, #Bitmap>
}

// -----

// The entries of a list are parts of its components.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>
func.func @dropped_parts(%a: tensor<?x?xf64, #DCSR> {weft.name = "a"}, %y: tensor<?x?xf64, #List> {weft.name = "y"}, %m: index, %n: index) -> tensor<?x?xf64, #List> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) drop_fill {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<?x?xf64, #List>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        // expected-error @+1 {{cannot drop components of T2, a coordinate list whose entries are added up when it is read; a workspace is needed}}
        cin.assign %yr[%i, %j] arith.addf %0 : !cin.ref<tensor<?x?xf64, #List>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #List>) -> tensor<?x?xf64, #List>
  return %r : tensor<?x?xf64, #List>
}

// -----

// Callers do not add entries up.
#Updates = #level.format<(i) -> (i : compressed(nonunique))>
func.func @returned_parts(%a: tensor<?x?xf64>, %y: tensor<?xf64, #Updates>, %m: index, %n: index) -> tensor<?xf64, #Updates> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64, #Updates>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @+1 {{combines into T2, a coordinate list whose entries are added up when it is read; a workspace is needed}}
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #Updates>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64, #Updates>) -> tensor<?xf64, #Updates>
  return %r : tensor<?xf64, #Updates>
}

// -----

#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j floordiv 2 : padded, j mod 2 : dense)>
func.func @result_in_slots(%a: tensor<?x?xf64>, %y: tensor<?x?xf64, #ELL>, %m: index, %n: index) -> tensor<?x?xf64, #ELL> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #ELL>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @+1 {{'cin.assign' op cannot assemble T2: its format can only be read}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #ELL>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #ELL>) -> tensor<?x?xf64, #ELL>
  return %r : tensor<?x?xf64, #ELL>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
func.func @update_slots(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #ELL>, %m: index, %n: index) -> tensor<?x?xf64, #ELL> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #ELL>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @+1 {{cannot assemble T2, whose entries take a slot each, from several values for one component; a workspace is needed}}
        cin.assign %yr[%i, %j] arith.addf %0 : !cin.ref<tensor<?x?xf64, #ELL>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #ELL>) -> tensor<?x?xf64, #ELL>
  return %r : tensor<?x?xf64, #ELL>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
func.func @keep_slots(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #ELL>, %m: index, %n: index) -> tensor<?x?xf64, #ELL> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(compute) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #ELL>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @+1 {{cannot assemble T2: slots are not found again in a structure that is kept}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #ELL>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #ELL>) -> tensor<?x?xf64, #ELL>
  return %r : tensor<?x?xf64, #ELL>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
func.func @drop_from_slots(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #ELL>, %m: index, %n: index) -> tensor<?x?xf64, #ELL> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) drop_fill {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #ELL>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = arith.mulf %0, %0 : f64
        // expected-error @+1 {{cannot drop components of T2, which are counted before they are known; a workspace is needed}}
        cin.assign %yr[%i, %j] = %1 : !cin.ref<tensor<?x?xf64, #ELL>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #ELL>) -> tensor<?x?xf64, #ELL>
  return %r : tensor<?x?xf64, #ELL>
}

// -----

// A padded row may have a component in several slots.

#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// expected-note @+1 {{hint: reorder the loops as the levels of T2 are, or choose a format of T2 that is dense}}
func.func @slots_of_rows(%a: tensor<?x?xf64, #ELL>, %y: tensor<?x?xf64, #CSR> {weft.name = "y"}, %m: index, %n: index, %k: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %k) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #ELL>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index, %ek: index):
    cin.forall "slot" to %ek {
    ^bb0(%slot: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j, %slot] : !cin.ref<tensor<?x?xf64, #ELL>>
          // expected-error @-7 {{scatters into T2, whose level 1 (#level.dense) takes coordinates in order only; a workspace is needed}}
          cin.assign %yr[%i, %j] arith.addf %0 : !cin.ref<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #ELL>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// What is added to a diagonal is there for every slot.

#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// expected-note @+1 {{hint: reorder the loops as the levels of T3 are, or choose a format of T3 that is dense}}
func.func @slots_of_sums(%a: tensor<?x?xf64, #DIA>, %c: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSR> {weft.name = "y"}, %m: index, %n: index, %k: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a, %c) outs(%y) extents(%m, %n, %k) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DIA>>, %cr: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index, %ek: index):
    cin.forall "slot" to %ek {
    ^bb0(%slot: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j, %slot] : !cin.ref<tensor<?x?xf64, #DIA>>
          %1 = cin.access %cr[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          %2 = arith.addf %0, %1 : f64
          // expected-error @-9 {{scatters into T3, whose level 1 (#level.dense) takes coordinates in order only; a workspace is needed}}
          cin.assign %yr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #DIA>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
