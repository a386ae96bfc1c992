def mended_slopes(a, d, w):
    wave = np.exp((-d + 1j * w) * t)              # its real part is the swing, its imaginary part the sine
    columns = np.column_stack((wave.real, -a * t * wave.real, -a * t * wave.imag))
    return columns.T @ (a * wave.real - reading) * 2 / t.size
