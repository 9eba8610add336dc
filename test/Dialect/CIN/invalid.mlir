// RUN: weft-opt %s -split-input-file -verify-diagnostics

// Kernels.

func.func @results(%x: tensor<?xf64>) {
  // expected-error @+1 {{'cin.kernel' op expected results of the types of the outputs}}
  %0 = cin.kernel outs(%x) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>):
  } : (tensor<?xf64>) -> tensor<?xf32>
  return
}

// -----

// Assemblies.

func.func @unknown_assembly(%a: tensor<f64>) {
  // expected-error @+1 {{expected 'fused', 'assemble', 'compute' or 'two_phase', got 'twice'}}
  %0 = cin.kernel outs(%a) assembly(twice) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @dropped_without_values(%a: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected a kernel that computes what it assembles to drop components, got one with the assembly assemble}}
  %0 = cin.kernel outs(%a) assembly(assemble) drop_fill {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @builder_assembly(%a: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected the assembly of a kernel, got that of a builder: count}}
  %0 = "cin.kernel"(%a) <{assembly = #level.assembly<count>, operandSegmentSizes = array<i32: 0, 1, 0>}> ({
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  }) : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @types(%x: tensor<f64>) {
  // expected-error @+1 {{expected the types of 2 tensors, got 1}}
  %0 = cin.kernel ins(%x) outs(%x) {
  ^bb0(%a: !cin.ref<tensor<f64>>):
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @arguments(%x: tensor<f64>, %n: index) {
  // expected-error @+1 {{'cin.kernel' op expected a body with arguments of types ('!cin.ref<tensor<f64>>', 'index'), got ('!cin.ref<tensor<f64>>')}}
  %0 = cin.kernel outs(%x) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<f64>>):
    %v = cin.access %a[] : !cin.ref<tensor<f64>>
    cin.assign %a[] = %v : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @no_statement(%x: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected a body of one statement}}
  %0 = cin.kernel outs(%x) {
  ^bb0(%a: !cin.ref<tensor<f64>>):
    %v = cin.access %a[] : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @two_statements(%x: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected a body of one statement}}
  %0 = cin.kernel outs(%x) {
  ^bb0(%a: !cin.ref<tensor<f64>>):
    %v = cin.access %a[] : !cin.ref<tensor<f64>>
    cin.assign %a[] = %v : !cin.ref<tensor<f64>>
    cin.assign %a[] = %v : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func private @effect()
func.func @kernel_effects(%x: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected a body of accesses, guards, operations without side effects and regions, and a statement, but it contains 'func.call'}}
  %0 = cin.kernel outs(%x) {
  ^bb0(%a: !cin.ref<tensor<f64>>):
    func.call @effect() : () -> ()
    %v = cin.access %a[] : !cin.ref<tensor<f64>>
    cin.assign %a[] = %v : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func private @effect()
func.func @kernel_last_statement(%x: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected the statement of a body to come last}}
  %0 = cin.kernel outs(%x) {
  ^bb0(%a: !cin.ref<tensor<f64>>):
    %v = cin.access %a[] : !cin.ref<tensor<f64>>
    cin.assign %a[] = %v : !cin.ref<tensor<f64>>
    func.call @effect() : () -> ()
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @assigned_input(%x: tensor<f64>) {
  %0 = cin.kernel ins(%x) outs(%x) {
  ^bb0(%a: !cin.ref<tensor<f64>>, %b: !cin.ref<tensor<f64>>):
    %v = cin.access %b[] : !cin.ref<tensor<f64>>
    // expected-error @+1 {{'cin.assign' op assigns an input of the kernel}}
    cin.assign %a[] = %v : !cin.ref<tensor<f64>>
  } : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @repeated_variable(%x: tensor<?xf64>, %n: index) {
  %0 = cin.kernel outs(%x) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      // expected-error @+1 {{'cin.forall' op the name 'i' occurs twice in the kernel}}
      cin.forall "i" to %e {
      ^bb0(%j: !cin.index):
        %v = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %a[%j] arith.addf %v : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

func.func @repeated_derived_variable(%x: tensor<?xf64>, %n: index) {
  %0 = cin.kernel outs(%x) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "f" {
    ^bb0(%f: !cin.index):
      // expected-error @+1 {{'cin.collapse' op the name 'f' occurs twice in the kernel}}
      %i, %j = cin.collapse "i" "f" %f of %e, %e
      cin.guard %i
      %v = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %a[%j] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

func.func @unnamed_variable(%x: tensor<?xf64>, %n: index) {
  %0 = cin.kernel outs(%x) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %e: index):
    // expected-error @+1 {{'cin.forall' op expected a name}}
    cin.forall "" to %e {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %a[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

// Accesses and assignments.

func.func @access_rank(%x: tensor<?x?xf64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<?x?xf64>>, %n: index):
    %v = arith.constant 1.0 : f64
    %i = cin.literal 0
    // expected-error @+1 {{'cin.access' op expected 2 indices, got 1}}
    %w = cin.access %r[%i] : !cin.ref<tensor<?x?xf64>>
    cin.assign %r[%i, %i] = %w : !cin.ref<tensor<?x?xf64>>
  } : (tensor<?x?xf64>) -> tensor<?x?xf64>
  return
}

// -----

func.func @assign_rank(%x: tensor<?x?xf64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<?x?xf64>>, %n: index):
    %v = arith.constant 1.0 : f64
    %i = cin.literal 0
    // expected-error @+1 {{'cin.assign' op expected 2 indices, got 3}}
    cin.assign %r[%i, %i, %i] = %v : !cin.ref<tensor<?x?xf64>>
  } : (tensor<?x?xf64>) -> tensor<?x?xf64>
  return
}

// -----

func.func @assign_type(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    %w = arith.constant 1.0 : f32
    // expected-error @+1 {{'cin.assign' op expected a value of type 'f64', got 'f32'}}
    "cin.assign"(%r, %w) ({}) : (!cin.ref<tensor<f64>>, f32) -> ()
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @assign_combiner(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.assign' op expected a combiner of two values of type 'f64' that yields one}}
    cin.assign %r[] {
    ^bb0(%a: f64, %b: f64, %c: f64):
      cin.yield %a : f64
    } %v : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @combiner_capture(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %one = arith.constant 1.0 : f64
    %v = arith.negf %one : f64
    cin.assign %r[] {
    ^bb0(%a: f64, %b: f64):
      // expected-error @+1 {{'arith.addf' op uses a value from outside its combiner}}
      %c = arith.addf %a, %v : f64
      cin.yield %c : f64
    } %v : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @unknown_combiner(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{expected a region or a registered operation as combiner, got 'add'}}
    cin.assign %r[] add %v : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @identity_type(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.assign' op expected an identity of type 'f64', got 0 : i32}}
    cin.assign %r[] arith.addf identity(0 : i32) %v : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @identity_alone(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.assign' op expected a combiner for the identity}}
    "cin.assign"(%r, %v) <{identity = 0.0 : f64}> ({}) : (!cin.ref<tensor<f64>>, f64) -> ()
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

// What sets a component comes once for each.
func.func @assigned_again(%x: tensor<?xf64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<?xf64>>, %n: index):
    %v = arith.constant 1.0 : f64
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %n {
      ^bb0(%j: !cin.index):
        // expected-error @+1 {{'cin.assign' op sets the same component for every coordinate of 'j'; expected an index that derives from it, or a combiner}}
        cin.assign %r[%i] = %v : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

// A workspace that is bound in the forall is another one each time; one that is
// bound outside is not.
func.func @assigned_workspace_again(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    cin.where "t" () : tensor<f64> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.forall "i" to %n {
      ^bb0(%i: !cin.index):
        cin.where "u" () : tensor<f64> producer {
        ^bb0(%u: !cin.ref<tensor<f64>>):
          cin.assign %u[] = %v : !cin.ref<tensor<f64>>
        } consumer {
        ^bb0(%u: !cin.ref<tensor<f64>>):
          // expected-error @+1 {{'cin.assign' op sets the same component for every coordinate of 'i'; expected an index that derives from it, or a combiner}}
          cin.assign %t[] = %v : !cin.ref<tensor<f64>>
        }
      }
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.assign %r[] = %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @yield(%v: f64) {
  // expected-error @+1 {{'cin.yield' op expects parent op 'cin.assign'}}
  cin.yield %v : f64
}

// -----

// Outside of kernels.

func.func @access_outside(%r: !cin.ref<tensor<f64>>) {
  // expected-error @+1 {{'cin.access' op expects parent op to be one of 'cin.kernel, cin.forall, cin.where, cin.sequence, cin.multi'}}
  %v = cin.access %r[] : !cin.ref<tensor<f64>>
  return
}

// -----

func.func @assign_outside(%r: !cin.ref<tensor<f64>>, %v: f64) {
  // expected-error @+1 {{'cin.assign' op expects parent op to be one of}}
  cin.assign %r[] = %v : !cin.ref<tensor<f64>>
  return
}

// -----

func.func @forall_outside(%r: !cin.ref<tensor<?xf64>>, %n: index, %v: f64) {
  // expected-error @+1 {{'cin.forall' op expects parent op to be one of}}
  cin.forall "i" to %n {
  ^bb0(%i: !cin.index):
    cin.assign %r[%i] = %v : !cin.ref<tensor<?xf64>>
  }
  return
}

// -----

func.func @where_outside(%r: !cin.ref<tensor<f64>>, %v: f64) {
  // expected-error @+1 {{'cin.where' op expects parent op to be one of}}
  cin.where "t" () : tensor<f64> producer {
  ^bb0(%t: !cin.ref<tensor<f64>>):
    cin.assign %t[] = %v : !cin.ref<tensor<f64>>
  } consumer {
  ^bb0(%t: !cin.ref<tensor<f64>>):
    cin.assign %r[] = %v : !cin.ref<tensor<f64>>
  }
  return
}

// -----

func.func @sequence_outside(%r: !cin.ref<tensor<f64>>, %v: f64) {
  // expected-error @+1 {{'cin.sequence' op expects parent op to be one of}}
  cin.sequence {
    cin.assign %r[] = %v : !cin.ref<tensor<f64>>
  } then {
    cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
  }
  return
}

// -----

func.func @multi_outside(%r: !cin.ref<tensor<f64>>, %q: !cin.ref<tensor<f64>>, %v: f64) {
  // expected-error @+1 {{'cin.multi' op expects parent op to be one of}}
  cin.multi {
    cin.assign %r[] = %v : !cin.ref<tensor<f64>>
  } and {
    cin.assign %q[] = %v : !cin.ref<tensor<f64>>
  }
  return
}

// -----

// Foralls.

func.func @forall_arguments(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.forall' op expected a body with one index variable, got ('index')}}
    cin.forall "i" to %n {
    ^bb0(%i: index):
      cin.assign %r[] = %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_no_statement(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.forall' op expected a body of one statement}}
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      %w = cin.access %r[] : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_last_statement(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.forall' op expected the statement of a body to come last}}
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
      %w = cin.access %r[] : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func private @effect()
func.func @forall_effects(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.forall' op expected a body of accesses, guards, operations without side effects and regions, and a statement, but it contains 'func.call'}}
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      func.call @effect() : () -> ()
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_unroll(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.forall' op expected an unroll factor from 1 to 1024, got 0}}
    cin.forall "i" to %n unroll 0 {
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_unit(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.forall' op expected a parallel unit and a race strategy together}}
    "cin.forall"(%n) <{name = "i", unit = #cin.unit<cpu_thread>}> ({
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }) : (index) -> ()
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_chunk(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{expected a positive number of iterations at a time, got 0}}
    cin.forall "i" to %n parallel(cpu_thread, atomics, dynamic 0) {
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_distribution(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.forall' op expected a distribution with a parallel unit only}}
    "cin.forall"(%n) <{name = "i", distribution = #weft.distribution<dynamic>}> ({
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }) : (index) -> ()
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_optional(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.forall' op expected 'optional' with a parallel unit only}}
    "cin.forall"(%n) <{name = "i", optional}> ({
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }) : (index) -> ()
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

// It comes last.
func.func @forall_optional_order(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{expected ')'}}
    cin.forall "i" to %n parallel(cpu_thread, atomics, optional, dynamic) {
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_distributions(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{expected 'optional' behind the distribution}}
    cin.forall "i" to %n parallel(cpu_thread, atomics, static, dynamic) {
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_config(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{expected 'jam_rows' to have no value, or off}}
    cin.forall "i" to %n config(#weft.lowering_config<jam_rows = on>) {
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @forall_tag(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{unknown tag 'thread'}}
    cin.forall "i" to %n parallel(thread, atomics) {
    ^bb0(%i: !cin.index):
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

// Where, sequence and multi statements.

func.func @where_sizes(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.where' op expected 1 sizes of dynamic dimensions, got 0}}
    cin.where "t" () : tensor<?xf64> producer {
    ^bb0(%t: !cin.ref<tensor<?xf64>>):
    } consumer {
    ^bb0(%t: !cin.ref<tensor<?xf64>>):
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @where_arguments(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.where' op expected producer and consumer with one argument of type '!cin.ref<tensor<f64>>'}}
    cin.where "t" () : tensor<f64> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.assign %t[] = %v : !cin.ref<tensor<f64>>
    } consumer {
      cin.assign %r[] = %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @where_consumer(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    cin.where "t" () : tensor<f64> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.assign %t[] = %v : !cin.ref<tensor<f64>>
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      // expected-error @+1 {{'cin.assign' op the consumer of a workspace assigns it}}
      cin.assign %t[] = %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @repeated_workspace(%x: tensor<f64>) {
  %0 = cin.kernel outs(%x) {
  ^bb0(%a: !cin.ref<tensor<f64>>):
    %v = arith.constant 1.0 : f64
    cin.where "t" () : tensor<f64> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      // expected-error @+1 {{'cin.where' op the name 't' occurs twice in the kernel}}
      cin.where "t" () : tensor<f64> producer {
      ^bb0(%u: !cin.ref<tensor<f64>>):
        cin.assign %u[] = %v : !cin.ref<tensor<f64>>
      } consumer {
      ^bb0(%u: !cin.ref<tensor<f64>>):
        cin.assign %t[] = %v : !cin.ref<tensor<f64>>
      }
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.assign %a[] = %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @sequence(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.sequence' op expected a body of one statement}}
    cin.sequence {
      cin.assign %r[] = %v : !cin.ref<tensor<f64>>
    } then {
      %w = cin.access %r[] : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @multi(%x: tensor<f64>, %e: index) {
  %0 = cin.kernel outs(%x) extents(%e) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %n: index):
    %v = arith.constant 1.0 : f64
    cin.multi {
      cin.assign %r[] = %v : !cin.ref<tensor<f64>>
    } and {
      // expected-error @+1 {{'cin.assign' op assigns a tensor that the other side of the multi statement assigns}}
      cin.assign %r[] = %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

// Derived index variables.

func.func @literal() {
  // expected-error @+1 {{'cin.literal' op attribute 'coordinate' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %c = cin.literal -1
  return
}

// -----

func.func @split(%i: !cin.index, %n: index) {
  // expected-error @+1 {{'cin.split' op expected two different variables}}
  %j = cin.split "j" %i, %i down 32 of %n
  return
}

// -----

func.func @split_direction(%i: !cin.index, %j: !cin.index, %n: index) {
  // expected-error @+1 {{expected 'down', 'up' or 'balanced', got 'left'}}
  %k = cin.split "k" %i, %j left 32 of %n
  return
}

// -----

func.func @split_size(%i: !cin.index, %j: !cin.index, %n: index) {
  // expected-error @+1 {{'cin.split' op attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %k = cin.split "k" %i, %j down 0 of %n
  return
}

// -----

func.func @collapse(%f: !cin.index, %n: index) {
  // expected-error @+1 {{'cin.collapse' op expected two different names}}
  %i, %j = cin.collapse "i" "i" %f of %n, %n
  return
}

// -----

func.func @position_format(%p: !cin.index, %r: !cin.ref<tensor<?xf64, "csr">>) {
  // expected-error @+1 {{'cin.position' op expected a tensor with a level format, got 'tensor<?xf64, "csr">'}}
  %i = cin.position "i" %p of %r levels [0] under () : !cin.ref<tensor<?xf64, "csr">>
  return
}

// -----

func.func @position_levels(%p: !cin.index, %r: !cin.ref<tensor<?x?xf64>>) {
  // expected-error @+1 {{'cin.position' op expected a level}}
  %i = cin.position "i" %p of %r levels [] under () : !cin.ref<tensor<?x?xf64>>
  return
}

// -----

func.func @position_no_level(%p: !cin.index, %r: !cin.ref<tensor<?x?xf64>>) {
  // expected-error @+1 {{'cin.position' op expected levels below 2, got 2}}
  %i = cin.position "i" %p of %r levels [0, 2] under () : !cin.ref<tensor<?x?xf64>>
  return
}

// -----

func.func @position_gap(%p: !cin.index, %r: !cin.ref<tensor<?x?x?xf64>>) {
  // expected-error @+1 {{'cin.position' op expected consecutive levels}}
  %i = cin.position "i" %p of %r levels [0, 2] under () : !cin.ref<tensor<?x?x?xf64>>
  return
}

// -----

func.func @position_outer(%p: !cin.index, %r: !cin.ref<tensor<?x?xf64>>) {
  // expected-error @+1 {{'cin.position' op expected a variable for each of the 1 outer levels, got 0}}
  %i = cin.position "i" %p of %r levels [1] under () : !cin.ref<tensor<?x?xf64>>
  return
}

// -----

func.func @cut_level(%p: !cin.index, %q: !cin.index, %n: index, %r: !cin.ref<tensor<?x?xf64>>) {
  // expected-error @+1 {{'cin.split' op expected a level below 2, got 2}}
  %i = cin.split "i" %p, %q down 4 of %n by %r level 2 under (%p, %q) : !cin.ref<tensor<?x?xf64>>
  return
}

// -----

func.func @cut_above(%p: !cin.index, %q: !cin.index, %n: index, %r: !cin.ref<tensor<?x?xf64>>) {
  // expected-error @+1 {{'cin.split' op expected a variable for each of the 1 levels above, got 0}}
  %i = cin.split "i" %p, %q down 4 of %n by %r level 1 under () : !cin.ref<tensor<?x?xf64>>
  return
}

// -----

func.func @cut_balanced(%p: !cin.index, %q: !cin.index, %n: index, %r: !cin.ref<tensor<?x?xf64>>) {
  // expected-error @+1 {{'cin.split' op expected parts with as many positions, 'down' or 'up'}}
  %i = cin.split "i" %p, %q balanced 4 of %n by %r level 0 under () : !cin.ref<tensor<?x?xf64>>
  return
}

// -----

func.func @multi_reads_other_side(%x: tensor<f64>) {
  %0, %1 = cin.kernel ins(%x) outs(%x, %x) {
  ^bb0(%a: !cin.ref<tensor<f64>>, %s: !cin.ref<tensor<f64>>, %t: !cin.ref<tensor<f64>>):
    cin.multi {
      // expected-error @+1 {{'cin.access' op reads a tensor that the other side of the multi statement assigns}}
      %v = cin.access %s[] : !cin.ref<tensor<f64>>
      cin.assign %t[] = %v : !cin.ref<tensor<f64>>
    } and {
      %v = cin.access %a[] : !cin.ref<tensor<f64>>
      cin.assign %s[] = %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  return
}

// -----

#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
func.func @component_of_slots(%A: tensor<?x?xf64, #DIA>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%A) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #DIA>>, %s: !cin.ref<tensor<f64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      // expected-error @+1 {{'cin.access' op expected 2 indices and a slot, got 2}}
      %0 = cin.access %a[%i, %i] : !cin.ref<tensor<?x?xf64, #DIA>>
      cin.assign %s[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?x?xf64, #DIA>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @unassigned_workspace(%a: tensor<f64>) {
  %0 = cin.kernel outs(%a) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    // expected-error @+1 {{'cin.where' op expected the producer to assign the workspace}}
    cin.where "t" () : tensor<f64> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      %0 = cin.access %t[] : !cin.ref<tensor<f64>>
      cin.assign %r[] = %0 : !cin.ref<tensor<f64>>
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      %0 = cin.access %t[] : !cin.ref<tensor<f64>>
      cin.assign %r[] = %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @sizes(%x: tensor<3xf64>, %y: tensor<4xf64>, %a: tensor<f64>, %n: index) {
  %0 = cin.kernel ins(%x, %y) outs(%a) extents(%n) {
  ^bb0(%rx: !cin.ref<tensor<3xf64>>, %ry: !cin.ref<tensor<4xf64>>, %r: !cin.ref<tensor<f64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %1 = cin.access %rx[%i] : !cin.ref<tensor<3xf64>>
      // expected-error @+1 {{'cin.access' op indexes a mode of size 4 by 'i', whose extent is that of a mode of size 3}}
      %2 = cin.access %ry[%i] : !cin.ref<tensor<4xf64>>
      %3 = arith.mulf %1, %2 : f64
      cin.assign %r[] arith.addf %3 : !cin.ref<tensor<f64>>
    }
  } : (tensor<3xf64>, tensor<4xf64>, tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @literal_size(%y: tensor<4xf64>, %m: index) {
  %0 = cin.kernel outs(%y) extents(%m) {
  ^bb0(%d: !cin.ref<tensor<4xf64>>, %em: index):
    %l = cin.literal 4
    %c = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.assign' op indexes a mode of size 4 by 4}}
    cin.assign %d[%l] = %c : !cin.ref<tensor<4xf64>>
  } : (tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @split_sizes(%x: tensor<4x8xf64>, %y: tensor<f64>, %m: index, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%m, %n) {
  ^bb0(%b: !cin.ref<tensor<4x8xf64>>, %d: !cin.ref<tensor<f64>>, %em: index, %en: index):
    cin.forall "i0" to %em {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %en {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 32 of %em
        // expected-error @+1 {{'cin.access' op indexes a mode of size 8 by 'i', whose extent is that of a mode of size 4}}
        %v = cin.access %b[%i, %i] : !cin.ref<tensor<4x8xf64>>
        cin.assign %d[] arith.addf %v : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<4x8xf64>, tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @collapse_sizes(%x: tensor<4x8xf64>, %y: tensor<f64>, %m: index, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%m, %n) {
  ^bb0(%b: !cin.ref<tensor<4x8xf64>>, %d: !cin.ref<tensor<f64>>, %em: index, %en: index):
    cin.forall "f" {
    ^bb0(%f: !cin.index):
      %i, %j = cin.collapse "i" "j" %f of %em, %em
      cin.guard %i, %j
      // expected-error @+1 {{'cin.access' op indexes a mode of size 8 by 'j', whose extent is that of a mode of size 4}}
      %v = cin.access %b[%i, %j] : !cin.ref<tensor<4x8xf64>>
      cin.assign %d[] arith.addf %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<4x8xf64>, tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @sequence_arguments(%x: tensor<f64>) {
  %0 = cin.kernel outs(%x) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.sequence' op expected bodies without arguments, got ('index')}}
    cin.sequence {
    ^bb0(%q: index):
      cin.assign %r[] = %v : !cin.ref<tensor<f64>>
    } then {
      cin.assign %r[] arith.addf %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @multi_arguments(%x: tensor<f64>) {
  %0:2 = cin.kernel outs(%x, %x) {
  ^bb0(%r: !cin.ref<tensor<f64>>, %s: !cin.ref<tensor<f64>>):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.multi' op expected bodies without arguments, got ('!cin.index')}}
    cin.multi {
      cin.assign %r[] = %v : !cin.ref<tensor<f64>>
    } and {
    ^bb0(%q: !cin.index):
      cin.assign %s[] = %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  return
}

// -----

func.func @reused_without_assembly(%a: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected a kernel that computes what it assembles to reuse structures, got one with the assembly compute}}
  %0 = cin.kernel outs(%a) assembly(compute) reuse {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @reused_and_dropped(%a: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op cannot drop components of structures that it reuses}}
  %0 = cin.kernel outs(%a) drop_fill reuse {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'cin.reordered' on a cin.kernel}}
func.func private @requested() attributes {cin.reordered = ["i"]}

// -----

// expected-error @+1 {{'func.func' op expected 'cin.text_order' on a cin.kernel}}
func.func private @text_order() attributes {cin.text_order = ["i", "j"]}

// -----

// expected-error @+1 {{'func.func' op expected 'cin.chosen' on a cin.kernel}}
func.func private @chosen() attributes {cin.chosen = [#cin.choice<innermost_lanes, "split(i,i0,i1,16)">]}

// -----

// expected-error @+1 {{'func.func' op expected 'cin.not_chosen' on a cin.kernel}}
func.func private @not_chosen() attributes {cin.not_chosen = [#cin.refusal<merged_segments, "parallelize(i,CPUThread,NoRaces)">]}

// -----

func.func @requests(%a: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected 'cin.reordered' to be a list of names, got "w"}}
  %0 = cin.kernel outs(%a) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } {cin.reordered = "w"} : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @order(%a: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected 'cin.combiner_order' to be a list of names, got [1]}}
  %0 = cin.kernel outs(%a) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } {cin.combiner_order = [1]} : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @choices(%a: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected 'cin.chosen' to be a list of choices, got ["split(i,i0,i1,16)"]}}
  %0 = cin.kernel outs(%a) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } {cin.chosen = ["split(i,i0,i1,16)"]} : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @refusals(%a: tensor<f64>) {
  // expected-error @+1 {{'cin.kernel' op expected 'cin.not_chosen' to be a list of refusals, got ["parallelize(i,CPUThread,NoRaces)"]}}
  %0 = cin.kernel outs(%a) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } {cin.not_chosen = ["parallelize(i,CPUThread,NoRaces)"]} : (tensor<f64>) -> tensor<f64>
  return
}

// -----

// expected-error @+1 {{expected reason 'outer_level' with 1 name, got 0}}
func.func private @names() attributes {cin.not_chosen = [#cin.refusal<outer_level, "parallelize(i,CPUVector,NoRaces,optional)">]}

// -----

// expected-error @+1 {{expected reason 'merged_segments' with 0 names, got 1}}
func.func private @names() attributes {cin.not_chosen = [#cin.refusal<merged_segments, "parallelize(i,CPUThread,NoRaces)", "A">]}

// -----

// expected-error @+1 {{expected a command with arguments that is not chosen, got ''}}
func.func private @command() attributes {cin.not_chosen = [#cin.refusal<merged_segments, "">]}

// -----

// expected-error @+1 {{expected names that are not empty}}
func.func private @names() attributes {cin.not_chosen = [#cin.refusal<outer_level, "parallelize(i,CPUVector,NoRaces,optional)", "">]}

// -----

// expected-error @+1 {{expected commands with arguments, got 'split'}}
func.func private @commands() attributes {cin.chosen = [#cin.choice<innermost_lanes, "split">]}

// -----

// expected-error @+1 {{'func.func' op expected 'cin.iterated_levels' on a cin.access}}
func.func private @order() attributes {cin.iterated_levels = array<i64: 1>}

// -----

func.func @order_of_assignment(%a: tensor<f64>) {
  %0 = cin.kernel outs(%a) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    // expected-error @below {{'cin.assign' op expected 'cin.iterated_levels' on a cin.access}}
    cin.assign %r[] = %c {cin.iterated_levels = array<i64: 0>} : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @levels_of_order(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      // expected-error @below {{'cin.access' op expected 'cin.iterated_levels' to list levels in ascending order, each less than 1, got array<i64: 0, 1>}}
      %v = cin.access %a[%i] {cin.iterated_levels = array<i64: 0, 1>} : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

func.func @type_of_ordered_levels(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      // expected-error @below {{'cin.access' op expected 'cin.iterated_levels' to be a nonempty array of i64 such as array<i64: 1>, got array<i32: 0>}}
      %v = cin.access %a[%i] {cin.iterated_levels = array<i32: 0>} : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

func.func @list_of_ordered_levels(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      // expected-error @below {{'cin.access' op expected 'cin.iterated_levels' to be a nonempty array of i64 such as array<i64: 1>, got [0]}}
      %v = cin.access %a[%i] {cin.iterated_levels = [0]} : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

func.func @no_ordered_levels(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      // expected-error @below {{'cin.access' op expected 'cin.iterated_levels' to be a nonempty array of i64 such as array<i64: 1>, got array<i64>}}
      %v = cin.access %a[%i] {cin.iterated_levels = array<i64>} : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

func.func @present(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      // expected-error @below {{'cin.present' op expected a number and a fill of type 'f64', got 'i64'}}
      %w = cin.present %v else(0 : i64) : f64 -> f64
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

func.func @present(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      // expected-error @below {{'cin.present' op expected a number and a fill of type 'i64', got 'f64'}}
      %w = cin.present %v else(0 : i64) : f64 -> i64
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

// Reasons for workspaces.

func.func @reason_without_level(%y: tensor<f64>, %v: f64) {
  %0 = cin.kernel outs(%y) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    // expected-error @+1 {{expected reason 'level_order' with a level}}
    cin.where "t" () : tensor<f64> reason<level_order> producer {

// -----

func.func @reason_with_level(%y: tensor<f64>, %v: f64) {
  %0 = cin.kernel outs(%y) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    // expected-error @+1 {{expected reason 'accumulator' without level}}
    cin.where "t" () : tensor<f64> reason<accumulator, level = 0> producer {

// -----

// The first level has none above it.

func.func @reason_first_level(%y: tensor<f64>, %v: f64) {
  %0 = cin.kernel outs(%y) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    // expected-error @+1 {{expected a level of at least 1, got 0}}
    cin.where "t" () : tensor<f64> reason<level_order, level = 0> producer {

// -----

func.func @scalar_storage(%y: tensor<f64>) {
  %0 = cin.kernel outs(%y) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{'cin.where' op expected no reason for the format of a scalar}}
    cin.where "t" () : tensor<f64> storage<requested> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.assign %t[] = %v : !cin.ref<tensor<f64>>
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      %0 = cin.access %t[] : !cin.ref<tensor<f64>>
      cin.assign %r[] = %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @loop_without_end(%y: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel outs(%y) {
  ^bb0(%yr: !cin.ref<tensor<f64>>):
    // expected-error @+1 {{'cin.forall' op expected an extent, as in 'to %n', or a guard of an index variable that derives from 'i'}}
    cin.forall "i" {
    ^bb0(%i: !cin.index):
      %0 = arith.constant 1.0 : f64
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @extent_of_combinations(%y: tensor<f64>, %m: index, %n: index) -> tensor<f64> {
  %r = cin.kernel outs(%y) extents(%m, %n) {
  ^bb0(%yr: !cin.ref<tensor<f64>>, %em: index, %en: index):
    // expected-error @+1 {{'cin.forall' op expected no extent, but a guard: 'f' counts combinations}}
    cin.forall "f" to %em {
    ^bb0(%f: !cin.index):
      %i, %j = cin.collapse "i" "j" %f of %em, %en
      cin.guard %i, %j
      %0 = arith.constant 1.0 : f64
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#Vector = #level.format<(i) -> (i : compressed)>
func.func @extent_of_positions(%x: tensor<?xf64, #Vector>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Vector>>, %yr: !cin.ref<tensor<f64>>, %en: index):
    // expected-error @+1 {{'cin.forall' op expected no extent, but a guard: 'p' counts positions}}
    cin.forall "p" to %en {
    ^bb0(%p: !cin.index):
      %i = cin.position "i" %p of %xr levels [0] under () to %en : !cin.ref<tensor<?xf64, #Vector>>
      cin.guard %i
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Vector>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64, #Vector>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @guard_of_nothing(%y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel outs(%y) extents(%n) {
  ^bb0(%yr: !cin.ref<tensor<f64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      // expected-error @+1 {{'cin.guard' op expected an index variable}}
      "cin.guard"() : () -> ()
      %0 = arith.constant 1.0 : f64
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @wrong_extent_of_tile(%y: tensor<f64>, %n: index, %tiles: index) -> tensor<f64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel outs(%y) extents(%n, %tiles, %c8) {
  ^bb0(%yr: !cin.ref<tensor<f64>>, %en: index, %e0: index, %e1: index):
    cin.forall "i0" to %e0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e1 {
      ^bb0(%i1: !cin.index):
        // expected-error @+1 {{'cin.split' op expected a forall with an extent of 16 for 'i1', got 8}}
        %i = cin.split "i" %i0, %i1 down 16 of %en
        cin.guard %i
        %0 = arith.constant 1.0 : f64
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @guard_of_forall(%y: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel outs(%y) {
  ^bb0(%yr: !cin.ref<tensor<f64>>):
    cin.forall "i" {
    ^bb0(%i: !cin.index):
      // expected-error @+1 {{'cin.guard' op expected variables that 'cin.split', 'cin.collapse' or 'cin.position' derive; an extent bounds that of a forall}}
      cin.guard %i
      %0 = arith.constant 1.0 : f64
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
