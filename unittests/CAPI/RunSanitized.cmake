# Compiles a program in C with sanitizers, runs it and compares what it prints.
execute_process(
  COMMAND "${COMPILER}" -std=c99 -Wall -Wextra -Wpedantic -Werror -g
    -fsanitize=address,undefined -fno-sanitize-recover=all "-I${INCLUDE}"
    "${SOURCE}" "${LIBRARY}" -o "${PROGRAM}"
  COMMAND_ERROR_IS_FATAL ANY)
get_filename_component(directory "${LIBRARY}" DIRECTORY)
set(ENV{LD_LIBRARY_PATH} "${directory}")
execute_process(COMMAND "${PROGRAM}"
  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
set(expected "y = 102 30
y = 104 30
y = 106 30
y = 108 30
y = 108 33
3 tensors have released their arrays
")
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "expected\n${expected}got\n${output}")
endif()
