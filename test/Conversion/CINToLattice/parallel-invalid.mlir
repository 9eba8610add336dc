// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file -verify-diagnostics

// A structure that is kept is looked up in order.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @keep(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(compute) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @-5 {{cannot assemble T2 in parallel over 'i': its structure is kept, in which coordinates are looked for one after the other; assemble it anew}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @rows(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #DCSR>, %m: index, %n: index) -> tensor<?x?xf64, #DCSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #DCSR>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @-5 {{cannot assemble T2 in parallel over 'i': coordinates are counted in level 1 (#level.compressed), whose segments are not known before; assemble it in one phase}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #DCSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}

// -----

#Rows = #level.format<(i, j, k) -> (i : hashed, j : dense, k : compressed)>
func.func @below_a_table(%y: tensor<?x?x?xf64, #Rows>, %m: index) -> tensor<?x?x?xf64, #Rows> {
  %r = cin.kernel outs(%y) extents(%m) {
  ^bb0(%yr: !cin.ref<tensor<?x?x?xf64, #Rows>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em parallel(cpu_thread, no_races) {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %em {
        ^bb0(%k: !cin.index):
          %0 = arith.constant 1.0 : f64
          // expected-error @-5 {{cannot assemble T1 in parallel over 'j': coordinates are counted in level 3 (#level.compressed), whose segments are numbered as coordinates come to level 1 (#level.hashed); choose dense or compressed for it}}
          cin.assign %yr[%i, %j, %k] = %0 : !cin.ref<tensor<?x?x?xf64, #Rows>>
        }
      }
    }
  } : (tensor<?x?x?xf64, #Rows>) -> tensor<?x?x?xf64, #Rows>
  return %r : tensor<?x?x?xf64, #Rows>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Hashed = #level.format<(i, j) -> (i : dense, j : hashed)>
func.func @insert(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #Hashed>, %m: index, %n: index) -> tensor<?x?xf64, #Hashed> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #Hashed>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @-5 {{cannot assemble T2 in parallel over 'i': coordinates are inserted into level 2 (#level.hashed), where they have no places of their own; choose dense, compressed or bitmap}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Hashed>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Hashed>) -> tensor<?x?xf64, #Hashed>
  return %r : tensor<?x?xf64, #Hashed>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @list(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #COO>, %m: index, %n: index) -> tensor<?x?xf64, #COO> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #COO>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @-5 {{cannot assemble T2 in parallel over 'i': coordinates are counted in level 1 (#level.compressed<nonunique>), whose segments are not known before; assemble it in one phase}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #COO>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> tensor<?x?xf64, #COO>
  return %r : tensor<?x?xf64, #COO>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @unit(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    // expected-error @+1 {{runs on gpu_warp outside of a block; run a loop around it on gpu_block}}
    cin.forall "i" to %em parallel(gpu_warp, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @race(%a: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @+1 {{races: different iterations of 'i' may assign the same component of T2}}
        cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @nested(%a: tensor<?x?xf64>, %y: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      // expected-error @+1 {{is parallel inside of 'i', and one of two nested loops can be parallel}}
      cin.forall "j" to %en parallel(cpu_thread, no_races) {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// The strategy is proven again: what is not combined has a last value.
func.func @last(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en parallel(cpu_thread, atomics) {
    ^bb0(%i: !cin.index):
      cin.sequence {
        %0 = cin.access %ar[%i, %i] : !cin.ref<tensor<?x?xf64>>
        // expected-error @+1 {{races: different iterations of 'i' may use the same component of T2: an assignment that combines nothing leaves the last value, and iterations at the same time have no last one}}
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      } then {
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          // expected-note @+1 {{the other assignment is here}}
          cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @combiners(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, atomics) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.sequence {
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          // expected-error @+1 {{races: different iterations of 'i' may use the same component of T2: two combiners may be applied in any order}}
          cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
        } then {
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          // expected-note @+1 {{the other assignment is here}}
          cin.assign %yr[%j] arith.maximumf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Lanes have the innermost loop, and no atomic updates.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @around(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_vector, no_races) {
    ^bb0(%i: !cin.index):
      // expected-error @+1 {{is inside of 'i', whose iterations are lanes of vectors}}
      cin.forall "j" to %en unroll 4 {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

func.func @updates(%a: tensor<?xf64>, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index):
    // expected-error @+1 {{cannot be lowered with parallel(cpu_vector, atomics)}}
    cin.forall "i" to %em parallel(cpu_vector, atomics) {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// A byte of a bitmap stands for what several iterations store.
#Blocks = #level.format<(i, j) -> (i : bitmap, j : dense)>
func.func @shared(%a: tensor<?x?xf64>, %y: tensor<?x?xf64, #Blocks>, %m: index, %n: index) -> tensor<?x?xf64, #Blocks> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #Blocks>>, %em: index, %en: index):
    cin.forall "j" to %en parallel(cpu_thread, no_races) {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @-5 {{cannot assemble T2 in parallel over 'j': different iterations may insert a coordinate into level 1 (#level.bitmap); choose dense, or run a loop over its coordinates in parallel}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Blocks>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #Blocks>) -> tensor<?x?xf64, #Blocks>
  return %r : tensor<?x?xf64, #Blocks>
}

// -----

// Runs are known only with the components before them.
#Runs = #level.format<(i, j) -> (i : dense, j : run_length)>
func.func @runs(%a: tensor<?x?xf64>, %y: tensor<?x?xf64, #Runs>, %m: index, %n: index) -> tensor<?x?xf64, #Runs> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #Runs>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @-5 {{cannot assemble T2 in parallel over 'i': it would be assembled in parts, which are not joined at level 2 (#level.run_length); choose dense or compressed for it}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Runs>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #Runs>) -> tensor<?x?xf64, #Runs>
  return %r : tensor<?x?xf64, #Runs>
}

// -----

// The rows of a coordinate are appended by the loop around.
#Blocks = #level.format<(i, j, k) -> (i : compressed, j : dense, k : compressed)>
func.func @between(%a: tensor<?x?x?xf64>, %y: tensor<?x?x?xf64, #Blocks>, %m: index, %n: index, %o: index) -> tensor<?x?x?xf64, #Blocks> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %o) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64>>, %yr: !cin.ref<tensor<?x?x?xf64, #Blocks>>, %em: index, %en: index, %eo: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en parallel(cpu_thread, no_races) {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %eo {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64>>
          // expected-error @-5 {{cannot assemble T2 in parallel over 'j': coordinates are appended to level 3 (#level.compressed) below parents that are not those of one iteration; run a loop around these in parallel}}
          cin.assign %yr[%i, %j, %k] = %0 : !cin.ref<tensor<?x?x?xf64, #Blocks>>
        }
      }
    }
  } : (tensor<?x?x?xf64>, tensor<?x?x?xf64, #Blocks>) -> tensor<?x?x?xf64, #Blocks>
  return %r : tensor<?x?x?xf64, #Blocks>
}

// -----

// What threads combine in any order has to be the same in any.
func.func @differences(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, atomics) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @+1 {{different iterations of 'i' may assign the same component of T2: its combiner is not associative and commutative}}
        cin.assign %yr[%j] arith.subf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Entries of a list are numbered through both phases, also where the foralls
// reach them in runs.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @list_of_runs(%a: tensor<?x?xf64, #DCSR>, %y: tensor<?x?xf64, #COO>, %m: index, %n: index) -> tensor<?x?xf64, #COO> {
  %size3 = arith.constant 3 : index
  %tiles1 = arith.ceildivui %m, %size3 : index
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %tiles1, %size3) assembly(two_phase) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<?x?xf64, #COO>>, %em: index, %en: index, %part0: index, %part1: index):
    cin.forall "o" to %part1 parallel(cpu_thread, no_races) {
    ^bb0(%o: !cin.index):
      cin.forall "q" to %part0 {
      ^bb0(%q: !cin.index):
        %p = cin.split "p" %o, %q up 3 of %em
        cin.guard %p
        %f = cin.position "f" %p of %ar levels [0, 1] under () : !cin.ref<tensor<?x?xf64, #DCSR>>
        cin.guard %f
        %i, %j = cin.collapse "i" "j" %f of %em, %en
        cin.guard %i, %j
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        // expected-error @-11 {{cannot assemble T2 in parallel over 'o': its entries are counted one after the other; assemble it in one phase}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #COO>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> tensor<?x?xf64, #COO>
  return %r : tensor<?x?xf64, #COO>
}
